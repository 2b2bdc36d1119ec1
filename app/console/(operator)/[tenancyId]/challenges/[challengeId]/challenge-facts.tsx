import {
  ChallengeStateBadge,
  DeliveryBadge,
} from "@/app/console/(operator)/[tenancyId]/challenges/challenge-state";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import type { ShownChallenge } from "@/lib/domain/challenge/shown-challenge";

const time = (at: Date) => <LocalTime at={at.getTime()} />;

function attemptsLeft({ attemptsLeft, attempts, isRestricted }: ShownChallenge): string {
  const left = `${attemptsLeft} of ${attempts}`;
  return isRestricted ? `${left}, because the mailbox had too many wrong codes` : left;
}

/** `now` in ms. */
export function EmailCard({ challenge, now }: { challenge: ShownChallenge; now: number }) {
  const { delivery, deliveryAttempts, deliveryAnswer, deliveryError } = challenge;
  const { deliveryDueAt, acceptedAt } = challenge;
  return (
    <Card title="Email">
      <DetailsList
        rows={[
          ["State", <DeliveryBadge key="state" state={delivery} />],
          ...(delivery === "none" ? [] : [["Attempts", deliveryAttempts] as const]),
          ...(deliveryDueAt === null
            ? []
            : [
                [
                  "Next attempt",
                  <RelativeTime key="due" at={deliveryDueAt.getTime()} now={now} />,
                ] as const,
              ]),
          ...(acceptedAt === null ? [] : [["Accepted", time(acceptedAt)] as const]),
          ...(deliveryAnswer === null ? [] : [["Provider’s answer", deliveryAnswer] as const]),
          ...(deliveryError === null
            ? []
            : [
                [
                  delivery === "refused" ? "Provider’s answer" : "Last error",
                  <span key="error" className={delivery === "accepted" ? "" : "text-danger"}>
                    {deliveryError}
                  </span>,
                ] as const,
              ]),
        ]}
      />
    </Card>
  );
}

/** Everything stored about a code except the code and its secret, which no one can read. */
export function CodeCard({ challenge }: { challenge: ShownChallenge }) {
  const { id, state, purpose, name, userId, codeDigits, fromVisitor } = challenge;
  const { createdAt, expiresAt, verifiedAt, deletedAt } = challenge;
  return (
    <Card title="Code">
      <DetailsList
        rows={[
          ["State", <ChallengeStateBadge key="state" state={state} />],
          ["Purpose", purpose],
          ["Name in the email", name ?? "None"],
          ["User id", userId ?? "None"],
          ["Digits", codeDigits],
          ["Attempts left", attemptsLeft(challenge)],
          [
            "Requested by",
            fromVisitor ? "A visitor, without an API key" : "Your backend, with an API key",
          ],
          ["Requested", time(createdAt)],
          ["Expires", time(expiresAt)],
          ...(verifiedAt === null ? [] : [["Verified", time(verifiedAt)] as const]),
          ...(deletedAt === null ? [] : [["Deleted", time(deletedAt)] as const]),
          ["Id", <CopyText key="id" text={id} label="challenge id" />],
        ]}
      />
    </Card>
  );
}
