import { RelativeTime } from "@/components/ui/local-time";
import type { MailboxAllowance, MailboxState } from "@/lib/domain/challenge/mailbox-state";

const visitorWords = (visitor: string) =>
  visitor === "all browsers"
    ? "browsers that signed in before"
    : visitor.startsWith("prefix ")
      ? `visitors from ${visitor.slice("prefix ".length)}`
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
      {who} can request {requestsLeftInTenMinutes} more in ten minutes, {requestsLeftToday} more
      today.
    </li>
  ) : (
    <li>
      <strong className="font-medium">{who} can’t request a code.</strong> The next request succeeds{" "}
      <RelativeTime at={rateLimitedUntil.getTime()} now={now} />.
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
      <strong className="font-medium">The guess budget is spent</strong> after {wrongCodes} wrong
      codes. Codes that {who} request allow one attempt
      {restriction === "long-code" ? " and have ten digits" : ""}. This ends{" "}
      <RelativeTime at={restrictedUntil.getTime()} now={now} />.
    </li>
  );
}

export const isRateLimited = ({ backend, visitors, limitedVisitors }: MailboxState) =>
  [backend, visitors].some(({ rateLimitedUntil }) => rateLimitedUntil !== null) ||
  limitedVisitors.length > 0;

export const isRestricted = ({ backend, visitors }: MailboxState) =>
  [backend, visitors].some(({ restrictedUntil }) => restrictedUntil !== null);

/** What the limits of a mailbox allow now, in words. `now` in ms. */
export function MailboxLimits({ state, now }: { state: MailboxState; now: number }) {
  const { backend, visitors, limitedVisitors } = state;
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <Requests who="Your backend" allowance={backend} now={now} />
      <Requests who="Visitors" allowance={visitors} now={now} />
      {limitedVisitors.slice(0, 3).map(({ visitor, until }) => (
        <li key={visitor}>
          <strong className="font-medium">Rate-limited:</strong> {visitorWords(visitor)}. The next
          request succeeds <RelativeTime at={until.getTime()} now={now} />.
        </li>
      ))}
      <Guesses who="your backend" allowance={backend} now={now} />
      <Guesses who="visitors" allowance={visitors} now={now} />
    </ul>
  );
}
