import {
  isRateLimited,
  isRestricted,
  MailboxLimits,
} from "@/app/console/(operator)/[tenancyId]/challenges/mailbox-limits";
import { RelativeTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { MailboxState } from "@/lib/domain/challenge/mailbox-state";
import type { Disabled } from "@/lib/domain/user/find-user-profile";

interface Props {
  disabled: Disabled | null;
  /** Of the user's email; null without one. */
  mailbox: MailboxState | null;
  /** In ms. */
  now: number;
}

/** What stops the user from signing in, in words. */
export function UserNotices({ disabled, mailbox, now }: Props) {
  return (
    <>
      {disabled !== null && (
        <Notice tone="warning" title="This user is disabled and can’t sign in">
          Disabled <RelativeTime at={disabled.at} now={now} />
          {disabled.by !== null && <> by {disabled.by}</>}.{" "}
          {disabled.reason === null ? "No reason was given." : `Reason: “${disabled.reason}”`}
        </Notice>
      )}
      {mailbox !== null && (isRateLimited(mailbox) || isRestricted(mailbox)) && (
        <Notice
          tone="warning"
          title={
            isRateLimited(mailbox)
              ? "The mailbox is rate-limited"
              : "The mailbox’s guess budget is spent"
          }
        >
          <MailboxLimits state={mailbox} now={now} />
        </Notice>
      )}
    </>
  );
}
