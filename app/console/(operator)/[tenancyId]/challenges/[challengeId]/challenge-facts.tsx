import {
  ChallengeStateBadge,
  EmailStateBadge,
} from "@/app/console/(operator)/[tenancyId]/challenges/challenge-state";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import type { ShownChallenge } from "@/lib/domain/challenge/shown-challenge";

const time = (at: Date | null, never: string) =>
  at === null ? never : <LocalTime at={at.getTime()} />;

/** Everything stored about a challenge except its code and secret, which no one can read. */
export function ChallengeFacts({ challenge }: { challenge: ShownChallenge }) {
  const {
    id,
    state,
    purpose,
    name,
    userId,
    codeDigits,
    attempts,
    attemptsLeft,
    isRestricted,
    fromVisitor,
    createdAt,
    expiresAt,
    verifiedAt,
    deletedAt,
  } = challenge;
  const { mailState, mailAttempts, mailError, mailDueAt, mailSentAt } = challenge;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card title="Code">
        <DetailsList
          rows={[
            ["State", <ChallengeStateBadge key="state" state={state} />],
            ["Purpose", purpose],
            ["Name in the mail", name ?? "none"],
            ["User id", userId ?? "none"],
            ["Digits", codeDigits],
            [
              "Attempts left",
              `${attemptsLeft} of ${attempts}${isRestricted ? ". Restricted after too many wrong codes for this mailbox" : ""}`,
            ],
            [
              "Requested by",
              fromVisitor ? "A visitor, without an API key" : "Your backend, with an API key",
            ],
            ["Asked for", time(createdAt, "")],
            ["Good until", time(expiresAt, "")],
            ...(verifiedAt === null ? [] : [["Verified", time(verifiedAt, "")] as const]),
            ...(deletedAt === null ? [] : [["Deleted", time(deletedAt, "")] as const]),
            ["Id", <CopyText key="id" text={id} label="challenge id" />],
          ]}
        />
      </Card>
      <Card title="Mail">
        {mailState === null ? (
          <p className="text-sm text-pretty text-quiet">
            Your backend asked for no mail and sends the code itself.
          </p>
        ) : (
          <DetailsList
            rows={[
              ["State", <EmailStateBadge key="state" challenge={challenge} />],
              ["Attempts", mailAttempts],
              ...(mailState === "queued" ? [["Next attempt", time(mailDueAt, "")] as const] : []),
              ["Sent", time(mailSentAt, "not yet")],
              [
                "Last error",
                mailError === null ? (
                  "none"
                ) : (
                  <span key="error" className="text-danger">
                    {mailError}
                  </span>
                ),
              ],
            ]}
          />
        )}
      </Card>
    </div>
  );
}
