import Link from "next/link";
import { RelativeTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import type { Mailbox, RefusedRequest } from "@/lib/domain/challenge/read-mailbox";
import { MailboxLimits } from "./mailbox-limits";

interface Props {
  tenancyId: string;
  mailbox: Mailbox;
  /** In ms. */
  now: number;
}

function Owner({ tenancyId, mailbox: { user } }: Omit<Props, "now">) {
  if (user === null)
    return (
      <p>No user has this address. Check its spelling with the user, unless they are signing up.</p>
    );
  return (
    <p>
      <Link href={`/console/${tenancyId}/users/${user.sub}`} className="underline">
        {user.isOwner ? "A user owns this address" : "A user claims this address"}
      </Link>
      {user.isOwner ? "." : " and hasn’t verified it."}
    </p>
  );
}

function Refused({ requests, now }: { requests: readonly RefusedRequest[]; now: number }) {
  if (requests.length === 0) return null;
  return (
    <>
      <p>No code was sent for these requests, because of the rate limit:</p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {requests.map(({ id, at, count, addressPrefix }) => (
          <li key={id}>
            {addressPrefix === null ? "Your backend" : `A visitor from ${addressPrefix}`},{" "}
            <RelativeTime at={at.getTime()} now={now} />
            {count > 1 && ` (${count} requests)`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whose mailbox it is, what its limits allow, and the requests that they refused. */
export function MailboxFacts({ tenancyId, mailbox, now }: Props) {
  return (
    <div className="flex flex-col gap-2 text-sm text-pretty">
      <Owner tenancyId={tenancyId} mailbox={mailbox} />
      <MailboxLimits state={mailbox.limits} now={now} />
      <Refused requests={mailbox.refused} now={now} />
      <p>
        <Link
          href={hrefOf(`/console/${tenancyId}/activity`, { mailbox: mailbox.email })}
          className="underline"
        >
          All activity of this mailbox
        </Link>
      </p>
    </div>
  );
}
