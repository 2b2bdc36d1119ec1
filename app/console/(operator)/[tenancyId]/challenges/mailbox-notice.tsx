import { Notice } from "@/components/ui/notice";
import {
  isNearLimit,
  isRateLimited,
  isRestricted,
} from "@/lib/domain/sign-in/challenge/mailbox-state";
import type { Mailbox } from "@/lib/domain/sign-in/challenge/read-mailbox";
import { MailboxFacts } from "./mailbox-facts";

/** The mailbox that a search names. `now` in ms. */
export function MailboxNotice(props: { tenancyId: string; mailbox: Mailbox; now: number }) {
  const { email, limits, user, refused } = props.mailbox;
  if (isRateLimited(limits) || isRestricted(limits))
    return (
      <Notice
        tone="warning"
        title={
          isRateLimited(limits)
            ? `${email} is rate-limited`
            : `Too many wrong codes were entered for ${email}`
        }
      >
        <MailboxFacts {...props} />
      </Notice>
    );
  if (user === null)
    return (
      <Notice tone="warning" title={`No user has the address ${email}`}>
        <MailboxFacts {...props} isTitled />
      </Notice>
    );
  // Nothing is wrong, so nothing stands out.
  return isNearLimit(limits) ? (
    <Notice tone="info" title={`A rate limit is near for ${email}`}>
      <MailboxFacts {...props} />
    </Notice>
  ) : (
    <MailboxFacts {...props} isShort={refused.length === 0} />
  );
}
