import Link from "next/link";
import { RelativeTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { Mailbox } from "@/lib/domain/challenge/read-mailbox";
import { isLimited, MailboxLimits } from "./mailbox-limits";

interface Props {
  tenancyId: string;
  mailbox: Mailbox;
  /** In ms. */
  now: number;
}

function titleOf({ email, user, limits }: Mailbox): string {
  if (isLimited(limits)) return `${email} is limited`;
  return user === null ? `No user has the address ${email}` : `${email} is not limited`;
}

function Owner({ tenancyId, mailbox: { user } }: Omit<Props, "now">) {
  if (user === null)
    return (
      <p>No user has this address. Check its spelling with the user, unless they are signing up.</p>
    );
  return (
    <p>
      It belongs to{" "}
      <Link href={`/console/${tenancyId}/users/${user.sub}`} className="underline">
        this user
      </Link>
      {user.isOwner ? "." : ", who hasn’t verified it."}
    </p>
  );
}

/** Whose mailbox it is, what its limits allow, and the requests that they refused. */
export function MailboxNotice({ tenancyId, mailbox, now }: Props) {
  const { limits, user, refused } = mailbox;
  return (
    <Notice tone={isLimited(limits) || user === null ? "warning" : "info"} title={titleOf(mailbox)}>
      <div className="flex flex-col gap-2">
        <Owner tenancyId={tenancyId} mailbox={mailbox} />
        <MailboxLimits state={limits} now={now} />
        {refused.length > 0 && (
          <>
            <p>Requests that the limits refused. No code was sent:</p>
            <ul className="flex list-disc flex-col gap-1 pl-5">
              {refused.map(({ id, at, count, addressPrefix }) => (
                <li key={id}>
                  <RelativeTime at={at.getTime()} now={now} />, by{" "}
                  {addressPrefix === null ? "your backend" : `a visitor from ${addressPrefix}`}
                  {count > 1 && `, ${count} times`}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Notice>
  );
}
