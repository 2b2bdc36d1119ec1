import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { type Total, totalWords } from "./total-words";

interface Props {
  title: string;
  description?: ReactNode;
  /** A create button at the right of the title, or in the empty state of a list without entries. */
  action?: ReactNode;
  /** Alarms and notices, above the filters. */
  notice?: ReactNode;
  /** A `FilterForm`. */
  filters?: ReactNode;
  /** The page without filters. */
  path: string;
  /** Default: false, for a list without filters. */
  isFiltered?: boolean;
  isEmpty: boolean;
  /** How many entries match; omit it if that isn't known. */
  total?: Total | undefined;
  /** Set if more entries match than the list can show: what the list shows, and how to see others. */
  firstMatches?: string | undefined;
  /** Export buttons, beside the total. */
  exports?: ReactNode;
  /** The empty state of a list without entries. */
  nothingYet: { icon: LucideIcon; title: string; text: ReactNode };
  /** The empty state of a search without matches: what to try, and the link to the whole list. */
  noMatch?: { title: ReactNode; text: ReactNode; showAll: string } | undefined;
  /**
   * Set when the search stopped before the page was full: the time (ms) of the last entry that it
   * read, or "part" if the list isn't ordered by time.
   */
  stoppedAt?: number | "part" | null;
  /** Links to the first and the next page; null if there is none. */
  first?: string | null;
  next?: string | null;
  /** The table. Not rendered if the list is empty. */
  children: ReactNode;
}

function Nothing({
  path,
  action,
  isFiltered,
  hasNothing,
  nothingYet,
  noMatch,
}: Pick<Props, "path" | "action" | "nothingYet" | "noMatch"> & {
  isFiltered: boolean;
  hasNothing: boolean;
}) {
  if (hasNothing)
    return (
      <EmptyState icon={nothingYet.icon} title={nothingYet.title} action={action}>
        {nothingYet.text}
      </EmptyState>
    );
  const showAll = (
    <ButtonLink tone="secondary" href={path}>
      {noMatch?.showAll ?? "Show the first page"}
    </ButtonLink>
  );
  return isFiltered && noMatch ? (
    <EmptyState icon={SearchX} title={noMatch.title} action={showAll}>
      {noMatch.text}
    </EmptyState>
  ) : (
    <EmptyState icon={SearchX} title="No more entries" action={showAll}>
      This is the end of the list.
    </EmptyState>
  );
}

/** The frame of every list: header, filters, total, table or empty state, and pages. */
export function ListPage({
  title,
  description,
  action,
  notice,
  filters,
  path,
  isFiltered = false,
  isEmpty,
  total,
  firstMatches,
  exports,
  nothingYet,
  noMatch,
  stoppedAt = null,
  first = null,
  next = null,
  children,
}: Props) {
  const isOver = isEmpty && stoppedAt === null;
  const hasNothing = isOver && !isFiltered && first === null;
  return (
    <>
      <PageHeader
        title={title}
        description={description}
        action={hasNothing ? undefined : action}
      />
      {notice}
      {filters}
      {!isEmpty && (
        <div className="flex flex-col gap-3">
          {(total ?? firstMatches ?? exports) !== undefined && (
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p className="text-sm text-pretty text-quiet">
                {firstMatches ?? (total && totalWords(total))}
              </p>
              {exports !== undefined && <div className="flex flex-wrap gap-2">{exports}</div>}
            </div>
          )}
          {children}
          {/* Again, for readers who scrolled to the end. */}
          {firstMatches !== undefined && (
            <Notice tone="info" title="There are more matches">
              {firstMatches}
            </Notice>
          )}
        </div>
      )}
      {stoppedAt !== null && (
        <Notice tone="info" title="There may be more matches">
          {stoppedAt === "part" ? (
            "Searched a part of the list."
          ) : (
            <>
              Searched back to <LocalTime at={stoppedAt} />.
            </>
          )}{" "}
          The next page continues from there.
        </Notice>
      )}
      {isOver && <Nothing {...{ path, action, isFiltered, hasNothing, nothingYet, noMatch }} />}
      <Pager first={first} next={next} />
    </>
  );
}
