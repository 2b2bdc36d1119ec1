import { ScrollText } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { Pager } from "@/components/ui/pager";
import { HeadCell, Table } from "@/components/ui/table";
import type { EventPage } from "@/lib/domain/audit/find-events";
import { auditHref, type AuditSearch } from "./audit-search";
import { EventRow } from "./event-row";

interface Props {
  tenancy: { id: string; isSystem: boolean };
  search: AuditSearch;
  page: EventPage;
}

/** The matching entries, newest first. */
export function EventTable({ tenancy, search, page: { events, next, lookedBackTo } }: Props) {
  const path = `/console/${tenancy.id}/audit`;
  const isFirst = search.before === undefined;
  const isFiltered = Object.entries(search).some(
    ([name, value]) => name !== "before" && value !== undefined,
  );
  return (
    <>
      {events.length > 0 && (
        <Table label="Events">
          <thead>
            <tr>
              <HeadCell>When</HeadCell>
              <HeadCell>Who</HeadCell>
              <HeadCell>Did what</HeadCell>
              <HeadCell className="max-md:hidden">To what</HeadCell>
              <HeadCell className="max-md:hidden">From</HeadCell>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <EventRow key={event.id} event={event} tenancy={tenancy} />
            ))}
          </tbody>
        </Table>
      )}
      {lookedBackTo !== null && (
        <Notice tone="info" title="There may be more">
          Looked at events back to <LocalTime at={lookedBackTo} />. The next page goes on from
          there.
        </Notice>
      )}
      {events.length === 0 && lookedBackTo === null && (
        <EmptyState
          icon={ScrollText}
          title={isFiltered || !isFirst ? "No event fits" : "Nothing has happened yet"}
        >
          {isFiltered || !isFirst
            ? "Ids and emails have to be whole. Leave a field empty to see more."
            : "Each sign-in, each code and each change made in the console or by an API key will stand here."}
        </EmptyState>
      )}
      <Pager
        first={isFirst ? null : auditHref(path, { ...search, before: undefined })}
        next={next === null ? null : auditHref(path, { ...search, before: next })}
      />
    </>
  );
}
