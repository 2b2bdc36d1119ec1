import { History } from "lucide-react";
import { Link } from "@/app/console/link";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Pager } from "@/components/ui/pager";
import { hrefOf } from "@/lib/console/list-search";
import type { Page } from "@/lib/domain/base/bounded-scan";
import { otherWaysOf } from "@/lib/domain/history/sign-in-summary/other-ways";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { TimelineFilter } from "@/lib/domain/history/timeline-search/list-timeline";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { groupFailures } from "./group-failures";
import { joinCodeEvents } from "./join-code-events";
import { pastWords, unsolvedProblemOf } from "./sign-in-words";
import { TimelineEntryItem } from "./timeline-entry-item";

const tabs: readonly { show?: TimelineFilter; label: string }[] = [
  { label: "All" },
  { show: "sign-ins", label: "Sign-ins" },
  { show: "codes", label: "Codes" },
  { show: "changes", label: "Changes" },
];

interface Props {
  page: Page<TimelineEntry>;
  /** Of the user, for advice. */
  summary: SignInSummary;
  sub: string;
  /** The tenancy's pages. */
  path: string;
  search: { show?: TimelineFilter | undefined; after?: string | undefined };
  /** Days until events are deleted. */
  days: number;
  mayReadAudit: boolean;
  /** In ms. */
  now: number;
}

function Filters({ href, shown }: { href: string; shown: TimelineFilter | undefined }) {
  return (
    <nav aria-label="Timeline" className="flex flex-wrap gap-1">
      {tabs.map(({ show, label }) => (
        <Link
          key={label}
          href={`${hrefOf(href, { show })}#timeline`}
          scroll={false}
          aria-current={show === shown ? "page" : undefined}
          className={
            "inline-flex min-h-9 items-center rounded-lg px-3 text-sm font-medium text-quiet " +
            "hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink"
          }
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** What happened to the user, newest first. */
export function TimelineCard({ page, summary, sub, path, search, days, mayReadAudit, now }: Props) {
  const href = `${path}/users/${sub}`;
  const { entries, next, stoppedAt } = page;
  const { show, after } = search;
  return (
    <div id="timeline">
      <Card
        title="Timeline"
        description={
          <>
            Events are deleted after {days} days.{" "}
            {mayReadAudit && (
              <>
                Older changes are in the{" "}
                <Link
                  href={`${path}/audit?target=${encodeURIComponent(sub)}`}
                  className="underline"
                >
                  audit log
                </Link>
                .
              </>
            )}
          </>
        }
        action={<Filters href={href} shown={show} />}
      >
        {entries.length === 0 ? (
          <EmptyState icon={History} title="No events">
            {stoppedAt === null ? (
              "Sign-ins, codes and changes appear here within a second."
            ) : (
              <>
                Nothing back to <LocalTime at={stoppedAt} />. The next page continues from there.
              </>
            )}
          </EmptyState>
        ) : (
          <ol className="flex flex-col">
            {groupFailures(joinCodeEvents(entries), unsolvedProblemOf(summary)).map((entry) => (
              <TimelineEntryItem
                key={entry.id}
                user={otherWaysOf(summary, entry.passkey?.id ?? null)}
                entry={{
                  ...entry,
                  isAdvised: entry.isAdvised && pastWords(summary, entry) === null,
                }}
                {...{ sub, path, mayReadAudit, now }}
              />
            ))}
          </ol>
        )}
        <Pager
          first={after === undefined ? null : hrefOf(href, { show })}
          next={next === null ? null : hrefOf(href, { show, after: next })}
        />
      </Card>
    </div>
  );
}
