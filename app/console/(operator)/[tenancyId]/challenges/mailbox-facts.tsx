import { ErasedUsers } from "@/app/console/(operator)/[tenancyId]/erased-users";
import { describeNetwork } from "@/app/console/describe-network";
import { Link } from "@/app/console/link";
import { RelativeTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import { isNearLimit } from "@/lib/domain/challenge/mailbox-state";
import type { Mailbox } from "@/lib/domain/challenge/read-mailbox";
import { MailboxLimits } from "./mailbox-limits";

interface Props {
  tenancyId: string;
  mailbox: Mailbox;
  /** Whether the title above says that no user has the address. */
  isTitled?: boolean | undefined;
  /** Whether the user entered a code that was sent to it, so its spelling is right. */
  isReached?: boolean | undefined;
  /** In ms. */
  now: number;
}

function Owner({
  tenancyId,
  mailbox: { user, similarEmails, mayBeErased },
  isTitled = false,
  isReached = false,
}: Omit<Props, "now">) {
  if (user === null)
    return (
      <>
        <p>
          {!isTitled && "No user has this address. "}
          {!isReached && "Check its spelling with the user, unless they are signing up."}
        </p>
        {similarEmails.length > 0 && (
          <p>
            Users with a similar address:{" "}
            {similarEmails.map((email, index) => (
              <span key={email}>
                {index > 0 && ", "}
                <Link
                  href={hrefOf(`/console/${tenancyId}/users`, { q: email })}
                  className="break-words underline"
                >
                  {email}
                </Link>
              </span>
            ))}
            .
          </p>
        )}
        {mayBeErased && <ErasedUsers tenancyId={tenancyId} />}
      </>
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

function Refused({
  tenancyId,
  mailbox: { email, refused: requests },
  now,
}: Pick<Props, "tenancyId" | "mailbox" | "now">) {
  if (requests.length === 0) return null;
  return (
    <>
      <p>
        No code was sent for{" "}
        <Link
          href={hrefOf(`/console/${tenancyId}/activity`, {
            mailbox: email,
            reason: "ChallengeRateLimited",
          })}
          className="underline"
        >
          these requests
        </Link>
        , because the rate limit was reached then:
      </p>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {requests.map(({ id, at, count, addressPrefix }) => (
          <li key={id}>
            {addressPrefix === null
              ? "Your application"
              : `A visitor to the hosted pages, from ${describeNetwork(addressPrefix)}`}
            , <RelativeTime at={at.getTime()} now={now} />
            {count > 1 && ` (${count} requests)`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Whose mailbox it is, what its limits allow, and the requests that they refused. */
export function MailboxFacts({ tenancyId, mailbox, isTitled, isReached, now }: Props) {
  return (
    <div className="flex flex-col gap-2 text-sm text-pretty">
      <Owner tenancyId={tenancyId} {...{ mailbox, isTitled, isReached }} />
      <Refused {...{ tenancyId, mailbox, now }} />
      {isNearLimit(mailbox.limits) ? (
        <div>
          <p>What the rate limits allow now:</p>
          <MailboxLimits state={mailbox.limits} now={now} />
        </div>
      ) : (
        <details>
          <summary className="w-fit cursor-pointer rounded underline">
            No rate limit is near
          </summary>
          <MailboxLimits state={mailbox.limits} now={now} />
        </details>
      )}
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
