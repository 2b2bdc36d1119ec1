import {
  ChallengeStateBadge,
  DeliveryBadge,
} from "@/app/console/(operator)/[tenancyId]/challenges/challenge-state";
import { InboxLink } from "@/app/console/(operator)/[tenancyId]/challenges/inbox-link";
import { providerName } from "@/app/console/(operator)/[tenancyId]/challenges/provider-name";
import { Link } from "@/app/console/link";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import type { ShownChallenge } from "@/lib/domain/sign-in/challenge/shown-challenge";
import type { DeliveryState } from "@/lib/domain/user/email/delivery-state";

const time = (at: Date) => <LocalTime at={at.getTime()} />;

function attemptsLeft({ attemptsLeft, attempts, isRestricted }: ShownChallenge): string {
  const left = `${attemptsLeft} of ${attempts}`;
  return isRestricted ? `${left}, because the mailbox had too many wrong codes` : left;
}

const lastErrorNames: Partial<Record<DeliveryState, string>> = {
  refused: "Provider’s answer",
  bounced: "Mailbox’s answer",
};

/** `now` in ms. */
export function EmailCard({ challenge, now }: { challenge: ShownChallenge; now: number }) {
  const { delivery, deliveryAttempts, deliveryProvider, deliveryAnswer, deliveryError } = challenge;
  const { deliveryDueAt, acceptedAt, codesSent, newCodeAt, newCodeBy } = challenge;
  return (
    <Card title="Email">
      <DetailsList
        rows={[
          ["State", <DeliveryBadge key="state" state={delivery} />],
          ...(newCodeAt === null
            ? []
            : [
                [
                  "New code",
                  <span key="new">
                    Sent <RelativeTime at={newCodeAt.getTime()} now={now} />
                    {newCodeBy !== null && ` by ${newCodeBy}`}, {codesSent} codes in total
                  </span>,
                ] as const,
              ]),
          ...(delivery === "none" ? [] : [["Deliveries", deliveryAttempts] as const]),
          ...(deliveryDueAt === null
            ? []
            : [
                [
                  "Next attempt",
                  <RelativeTime key="due" at={deliveryDueAt.getTime()} now={now} />,
                ] as const,
              ]),
          ...(acceptedAt === null ? [] : [["Accepted", time(acceptedAt)] as const]),
          ...(deliveryProvider === null
            ? []
            : [
                [
                  "Provider",
                  deliveryProvider === "inbox" ? (
                    <InboxLink key="provider" />
                  ) : (
                    providerName(deliveryProvider)
                  ),
                ] as const,
              ]),
          ...(deliveryAnswer === null ? [] : [["Provider’s answer", deliveryAnswer] as const]),
          ...(deliveryError === null
            ? []
            : [
                [
                  lastErrorNames[delivery] ?? "Last error",
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
export function CodeCard({ challenge, path }: { challenge: ShownChallenge; path: string }) {
  const { id, state, purpose, name, userId, codeDigits, fromVisitor } = challenge;
  const { createdAt, expiresAt, verifiedAt, deletedAt, replacedById } = challenge;
  return (
    <Card title="Code">
      <DetailsList
        rows={[
          ["State", <ChallengeStateBadge key="state" state={state} />],
          ["Purpose", purpose],
          ["Name in the email", name ?? "None"],
          ["User id in the request", userId ?? "None"],
          ["Digits", codeDigits],
          ...(state === "pending" ? [["Attempts left", attemptsLeft(challenge)] as const] : []),
          [
            "Requested by",
            fromVisitor ? "A visitor to the hosted pages" : "Your application, with an API key",
          ],
          ["Requested", time(createdAt)],
          ["Expires", time(expiresAt)],
          ...(verifiedAt === null ? [] : [["Verified", time(verifiedAt)] as const]),
          ...(deletedAt === null
            ? []
            : [[replacedById === null ? "Deleted" : "Replaced", time(deletedAt)] as const]),
          ...(replacedById === null
            ? []
            : [
                [
                  "Replaced by",
                  <Link key="newer" href={`${path}/${replacedById}`} className="underline">
                    Newer code
                  </Link>,
                ] as const,
              ]),
          ["Id", <CopyText key="id" text={id} label="challenge id" />],
        ]}
      />
    </Card>
  );
}
