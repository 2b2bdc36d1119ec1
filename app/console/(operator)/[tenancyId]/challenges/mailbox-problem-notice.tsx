import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { MailboxProblem } from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { ResumeEmails } from "./resume-emails";

interface Props {
  tenancyId: string;
  /** Normalized. */
  email: string;
  problem: MailboxProblem | null;
  mayResume: boolean;
  /** In ms. */
  now: number;
}

function Bounce({ problem, now }: Pick<Props, "now"> & { problem: MailboxProblem }) {
  const { bouncedAt, bounceReason, blockedUntil } = problem;
  if (bouncedAt === null) return null;
  return (
    <>
      <p>
        The mailbox’s server refused an email <RelativeTime at={bouncedAt.getTime()} now={now} />
        {bounceReason ? `: “${bounceReason}”` : "."}
      </p>
      <p>
        {blockedUntil === null ? (
          "Emails are sent to it. "
        ) : (
          <>
            No email is sent to it until <LocalTime at={blockedUntil.getTime()} />. Passkeys work as
            before.{" "}
          </>
        )}
        Check the spelling of the address with the user. If it is right, ask them to check their
        mailbox, and look for the address on the email provider’s suppression list.
        {blockedUntil !== null && " Then resume emails."}
      </p>
    </>
  );
}

/** What the email provider reported about a mailbox, and what to do. Nothing without a report. */
export function MailboxProblemNotice({ tenancyId, email, problem, mayResume, now }: Props) {
  if (problem === null) return null;
  const { bouncedAt, blockedUntil, complainedAt } = problem;
  return (
    <Notice
      tone={blockedUntil === null ? "warning" : "error"}
      title={bouncedAt === null ? `An email to ${email} was marked as spam` : `${email} bounced`}
    >
      <div className="flex flex-col gap-2 text-sm text-pretty [overflow-wrap:anywhere]">
        <Bounce problem={problem} now={now} />
        {complainedAt !== null && (
          <p>
            Its reader marked an email as spam{" "}
            <RelativeTime at={complainedAt.getTime()} now={now} />. Ask the user whether they
            requested it. While the address is on the provider’s suppression list, emails don’t
            arrive.
          </p>
        )}
        {blockedUntil !== null && mayResume && <ResumeEmails {...{ tenancyId, email }} />}
      </div>
    </Notice>
  );
}
