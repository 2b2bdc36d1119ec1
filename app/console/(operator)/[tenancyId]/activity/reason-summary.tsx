import { Link } from "@/app/console/link";
import { countWords } from "@/components/console/total-words";
import { LocalTime } from "@/components/ui/local-time";
import { hrefOf } from "@/lib/console/list-search";
import type { Advised } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { FailureSearch } from "@/lib/domain/history/timeline-search/count-reasons";
import type { ListedFailures } from "./activity-search";
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

interface Props extends ListedFailures {
  /** The list without filters. */
  path: string;
  failed: FailedReasons;
  /** The reason of the events that the list shows; undefined if they have several. */
  reason: string | undefined;
}

/** When the failures happened. */
function Time({ fromMs, toMs }: Pick<FailureSearch, "fromMs" | "toMs">) {
  if (fromMs !== undefined && toMs !== undefined)
    return (
      <>
        {" "}
        between <LocalTime at={fromMs} /> and <LocalTime at={toMs} />
      </>
    );
  return (
    <>
      {fromMs !== undefined && (
        <>
          {" "}
          since <LocalTime at={fromMs} />
        </>
      )}
      {toMs !== undefined && (
        <>
          {" "}
          before <LocalTime at={toMs} />
        </>
      )}
    </>
  );
}

function Heading({
  failed: { reasons, isDeleted },
  search,
  isEverything,
}: Pick<Props, "failed" | "search" | "isEverything">) {
  const time = <Time {...search} />;
  if (reasons.length > 0) return <>Failed{time}:</>;
  if (isDeleted) return <>Requests failed{time}, but their events are deleted.</>;
  return isEverything ? (
    <>No request failed{time}.</>
  ) : (
    <>No request with these filters failed{time}.</>
  );
}

function Reasons({ path, query, reason, ...failures }: Props) {
  const { reasons, all } = failures.failed;
  const hrefTo = (chosen?: string) => hrefOf(path, { ...query, reason: chosen });
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1.5">
      <p className="text-quiet">
        <Heading {...failures} />
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
  );
}

interface Summary extends Pick<Props, "path" | "reason"> {
  /** Null if the list shows no failures. */
  failures: (ListedFailures & { failed: FailedReasons }) | null;
  /** Of the only event, as in `adviceOf`. */
  user: Advised | undefined;
}

/** Why requests failed, each reason with a link to its events, and what to do about one. */
export function ReasonSummary({ path, failures, reason, user }: Summary) {
  const advice = reason === undefined ? undefined : adviceOf(reason, user);
  if (failures === null && advice === undefined) return null;
  return (
    <section aria-label="Why requests failed" className="flex flex-col gap-2 text-sm">
      {failures !== null && <Reasons {...{ ...failures, path, reason }} />}
      {reason !== undefined && advice !== undefined && (
        <p className="max-w-4xl text-pretty">
          <span className="font-medium">{wordsOfReason(reason)}.</span> {advice}
        </p>
      )}
    </section>
  );
}
