import { ErasedUsers } from "@/app/console/(operator)/[tenancyId]/erased-users";
import { describeNetwork } from "@/app/console/describe-network";
import { Link } from "@/app/console/link";
import { RelativeTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import { isNearLimit } from "@/lib/domain/sign-in/challenge/mailbox-state";
import type { Mailbox } from "@/lib/domain/sign-in/challenge/read-mailbox";
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
  mailbox: { email, user, similarEmails, mayBeErased },
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
      {user.isOwner ? "Owned by " : "Claimed by "}
      {user.name === "" && "the user "}
      <Link
        href={`/console/${tenancyId}/users/${user.sub}`}
        className="font-medium break-words underline"
      >
        {user.name || email}
      </Link>
      {user.isOwner ? "." : ", who hasn’t verified it."}
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

/** What the rate limits allow; folded while none is near. */
function Limits({ mailbox: { limits }, now }: Pick<Props, "mailbox" | "now">) {
  const allowed = <MailboxLimits state={limits} now={now} />;
  if (isNearLimit(limits))
    return (
      <div>
        <p>What the rate limits allow now:</p>
        {allowed}
      </div>
    );
  return (
    <details className="open:w-full">
      <summary className="w-fit cursor-pointer rounded">No rate limit is near</summary>
      {allowed}
    </details>
  );
}

/**
 * Whose mailbox it is, what its limits allow, and the requests that they refused.
 * @param isShort on one line, if nothing is wrong
 */
export function MailboxFacts({
  tenancyId,
  mailbox,
  isTitled,
  isReached,
  isShort = false,
  now,
}: Props & { isShort?: boolean }) {
  return (
    <div
      className={
        "flex gap-x-5 gap-y-2 text-sm text-pretty " +
        (isShort ? "flex-wrap items-baseline" : "flex-col")
      }
    >
      <Owner tenancyId={tenancyId} {...{ mailbox, isTitled, isReached }} />
      <Refused {...{ tenancyId, mailbox, now }} />
      {!isShort && <Limits {...{ mailbox, now }} />}
      <p>
        <Link
          href={hrefOf(`/console/${tenancyId}/activity`, { mailbox: mailbox.email })}
          className="underline"
        >
          All activity of this mailbox
        </Link>
      </p>
      {isShort && <Limits {...{ mailbox, now }} />}
    </div>
  );
}
