import { describeNetwork } from "@/app/console/describe-network";
import { RelativeTime } from "@/components/ui/local-time";
import type { MailboxAllowance, MailboxState } from "@/lib/domain/sign-in/challenge/mailbox-state";

const visitorWords = (visitor: string) =>
  visitor === "all browsers"
    ? "browsers that signed in before"
    : visitor.startsWith("prefix ")
      ? `visitors from ${describeNetwork(visitor.slice("prefix ".length))}`
      : "a browser that signed in before";

function Requests({
  who,
  allowance,
  now,
}: {
  who: string;
  allowance: MailboxAllowance;
  now: number;
}) {
  const { rateLimitedUntil, requestsLeftInTenMinutes, requestsLeftToday } = allowance;
  return rateLimitedUntil === null ? (
    <li>
      {who} can request {requestsLeftInTenMinutes} more{" "}
      {requestsLeftInTenMinutes === 1 ? "code" : "codes"} now, and {requestsLeftToday} within 24
      hours.
    </li>
  ) : (
    <li>
      <strong className="font-medium">{who} can’t request a code now.</strong> The next request
      succeeds <RelativeTime at={rateLimitedUntil.getTime()} now={now} />.
    </li>
  );
}

function Guesses({
  who,
  allowance,
  now,
}: {
  who: string;
  allowance: MailboxAllowance;
  now: number;
}) {
  const { restriction, restrictedUntil, wrongCodes } = allowance;
  if (restrictedUntil === null) return null;
  return (
    <li>
      <strong className="font-medium">Too many wrong codes:</strong> {wrongCodes} were entered in
      the last 24 hours. Each new code requested by {who} allows one attempt
      {restriction === "long-code" ? " and has ten digits" : ""}. Ask the user to type it with care.
      This ends <RelativeTime at={restrictedUntil.getTime()} now={now} />.
    </li>
  );
}

/** What the limits of a mailbox allow now, in words. `now` in ms. */
export function MailboxLimits({ state, now }: { state: MailboxState; now: number }) {
  const { backend, visitors, limitedVisitors } = state;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <Requests who="Your application" allowance={backend} now={now} />
      <Requests who="Visitors to the hosted pages" allowance={visitors} now={now} />
      {limitedVisitors.slice(0, 3).map(({ visitor, until }) => (
        <li key={visitor}>
          <strong className="font-medium">Rate-limited:</strong> {visitorWords(visitor)}. The next
          request succeeds <RelativeTime at={until.getTime()} now={now} />.
        </li>
      ))}
      <Guesses who="your application" allowance={backend} now={now} />
      <Guesses who="visitors to the hosted pages" allowance={visitors} now={now} />
    </ul>
  );
}
