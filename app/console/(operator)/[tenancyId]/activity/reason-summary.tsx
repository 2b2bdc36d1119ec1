import { Link } from "@/app/console/link";
import { countWords } from "@/components/console/total-words";
import { LocalTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import type { Advised } from "@/lib/domain/sign-in/other-ways";
import type { FailedReasons } from "./failed-reasons";
import { adviceOf, wordsOfReason } from "./reason-words";

function ReasonLink({
  href,
  words,
  count,
  isExact,
  isChosen = false,
}: {
  href: string;
  words: string;
  count: number;
  isExact: boolean;
  isChosen?: boolean;
}) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isChosen || undefined}
      className={
        "inline-flex min-h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-line bg-surface px-2.5 " +
        "hover:border-control hover:text-accent aria-[current]:border-accent aria-[current]:text-accent"
      }
    >
      {words} <span className="font-medium tabular-nums">{countWords({ count, isExact })}</span>
    </Link>
  );
}

function Heading({ reasons, isDeleted, fromMs }: FailedReasons & { fromMs: number }) {
  const since = (
    <>
      since <LocalTime at={fromMs} />
    </>
  );
  if (reasons.length > 0) return <>Failed {since}:</>;
  return isDeleted ? (
    <>Requests failed {since}, but their events are deleted.</>
  ) : (
    <>No request failed {since}.</>
  );
}

interface Props {
  /** The list without filters. */
  path: string;
  /** Since `fromMs`. */
  failed: FailedReasons;
  /** In ms. */
  fromMs: number;
  /** The reason of the events that the list shows; undefined if they have several. */
  reason: string | undefined;
  /** Of the only event, as in `adviceOf`. */
  user: Advised | undefined;
}

/** Why requests failed lately, each reason with a link to its events, and what to do about one. */
export function ReasonSummary({ path, failed, fromMs, reason, user }: Props) {
  const { reasons, all } = failed;
  const hrefTo = (chosen?: string) =>
    hrefOf(path, { kind: "refused", reason: chosen, from: new Date(fromMs).toISOString() });
  const advice = reason === undefined ? undefined : adviceOf(reason, user);
  return (
    <section aria-label="Why requests failed" className="flex flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <p className="text-quiet">
          <Heading {...failed} fromMs={fromMs} />
        </p>
        {/* On a phone, one line that scrolls. */}
        <div className="flex gap-2 max-sm:w-full max-sm:overflow-x-auto max-sm:py-1 sm:contents">
          {reasons.map((one) => (
            <ReasonLink
              key={one.reason}
              href={hrefTo(one.reason)}
              isChosen={one.reason === reason}
              {...one}
            />
          ))}
          {all !== null && <ReasonLink href={hrefTo()} words="All failures" {...all} />}
        </div>
      </div>
      {reason !== undefined && advice !== undefined && (
        <p className="max-w-4xl text-pretty">
          <span className="font-medium">{wordsOfReason(reason)}.</span> {advice}
        </p>
      )}
    </section>
  );
}
