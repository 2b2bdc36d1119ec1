import { Notice } from "@/components/ui/notice";
import type { Mailbox } from "@/lib/domain/challenge/read-mailbox";
import { MailboxFacts } from "./mailbox-facts";
import { isRateLimited, isRestricted } from "./mailbox-limits";

function titleOf({ email, user, limits }: Mailbox): string {
  if (isRateLimited(limits)) return `${email} is rate-limited`;
  if (isRestricted(limits)) return `The guess budget of ${email} is spent`;
  return user === null ? `No user has the address ${email}` : `${email} is not rate-limited`;
}

/** The mailbox that a search names. `now` in ms. */
export function MailboxNotice(props: { tenancyId: string; mailbox: Mailbox; now: number }) {
  const { limits, user } = props.mailbox;
  const isFine = !isRateLimited(limits) && !isRestricted(limits) && user !== null;
  return (
    <Notice tone={isFine ? "info" : "warning"} title={titleOf(props.mailbox)}>
      <MailboxFacts {...props} />
    </Notice>
  );
}
