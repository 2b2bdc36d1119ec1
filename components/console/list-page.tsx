import { type LucideIcon, SearchX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { type PageRange, pageWords } from "./page-words";
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
  /** What the list is about, between the filters and the table. */
  summary?: ReactNode;
  /** The page without filters. */
  path: string;
  /** Default: false, for a list without filters. */
  isFiltered?: boolean;
  isEmpty: boolean;
  /** How many entries match; omit it if that isn't known. */
  total?: Total | undefined;
  /** Set if more entries match than the list can show: what the list shows, and how to see others. */
  firstMatches?: string | undefined;
  /** Controls of the whole list, such as exports, beside the total. */
  tools?: ReactNode;
  /** The empty state of a list without entries. */
  nothingYet: { icon: LucideIcon; title: string; text: ReactNode };
  /** The empty state of a search without matches: what to try, and the link to the whole list. */
  noMatch?: { title: ReactNode; text: ReactNode; showAll: string } | undefined;
  /**
   * Set when the search stopped before the page was full: the time (ms) of the last entry that it
   * read, or "part" if the list isn't ordered by time.
   */
  stoppedAt?: number | "part" | null;
  /** Links to the first and the next page, null if there is none, and the entries of this page. */
  pages?: { first: string | null; next: string | null; range?: PageRange | undefined };
  /** The table. Not rendered if the list is empty. */
  children: ReactNode;
}

const onlyPage: NonNullable<Props["pages"]> = { first: null, next: null };

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

/** The filters, and at the right the total and the controls of the list. */
function Toolbar({ filters, total, tools }: Pick<Props, "filters" | "total" | "tools">) {
  if (filters === undefined && total === undefined && tools === undefined) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <div className="min-w-0 grow basis-[34rem]">{filters}</div>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-2 max-sm:grow max-sm:justify-between">
        {total && (
          <p role="status" className="text-sm whitespace-nowrap text-quiet tabular-nums">
            {totalWords(total)}
          </p>
        )}
        {tools}
      </div>
    </div>
  );
}

/** The frame of every list: header, one toolbar, table or empty state, and pages. */
export function ListPage({
  title,
  description,
  action,
  notice,
  filters,
  summary,
  path,
  isFiltered = false,
  isEmpty,
  total,
  firstMatches,
  tools,
  nothingYet,
  noMatch,
  stoppedAt = null,
  pages = onlyPage,
  children,
}: Props) {
  const isOver = isEmpty && stoppedAt === null;
  const hasNothing = isOver && !isFiltered && pages.first === null;
  return (
    <div className="flex flex-col gap-3 sm:gap-4">
      <PageHeader
        title={title}
        description={description}
        action={hasNothing ? undefined : action}
      />
      {notice}
      <Toolbar
        filters={filters}
        total={isEmpty || firstMatches !== undefined ? undefined : total}
        tools={isEmpty ? undefined : tools}
      />
      {summary}
      {!isEmpty && (
        <div className="flex flex-col gap-3">
          {firstMatches !== undefined && (
            <p className="text-sm text-pretty text-quiet">{firstMatches}</p>
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
      <Pager
        first={pages.first}
        next={pages.next}
        range={
          pages.range === undefined || firstMatches !== undefined
            ? undefined
            : pageWords(pages.range, total)
        }
      />
    </div>
  );
}
