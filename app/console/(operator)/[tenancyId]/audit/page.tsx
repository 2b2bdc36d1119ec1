import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { ListPage } from "@/components/console/list-page";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { hrefOf, type SearchParams } from "@/lib/console/list-search";
import { findEvents } from "@/lib/domain/history/find-events";
import { countEntries } from "@/lib/domain/tenancy/count-entries";
import { AuditFilters } from "./audit-filters";
import { auditSearch, toEventFilter } from "./audit-search";
import { EventTable } from "./event-table";
import { ExportLinks } from "./export-links";

export const metadata: Metadata = { title: "Audit log" };

const eventsOnPage = 50;

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function AuditPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "audit.read");
  const search = auditSearch.read(await searchParams);
  const isFiltered = auditSearch.isFiltered(search);
  const [{ events, next, lookedBackTo }, counted] = await Promise.all([
    findEvents(ctx, toEventFilter(search), eventsOnPage),
    isFiltered ? undefined : countEntries(ctx, "auditEvent"),
  ]);
  const isComplete = search.after === undefined && next === null;
  const count = counted ?? (isComplete ? events.length : undefined);
  const path = `/console/${ctx.tenancy.id}/audit`;
  return (
    <ListPage
      title={ctx.tenancy.isSystem ? "Installation audit log" : "Audit log"}
      description={
        "Who did what, when and from where. Events can’t be edited, and a hash chain reveals " +
        "changes made in the database."
      }
      action={
        mayOffer(ctx, "audit.export") ? <ExportLinks path={path} search={search} /> : undefined
      }
      path={path}
      isFiltered={isFiltered}
      isEmpty={events.length === 0}
      total={count === undefined ? undefined : { count, one: "event", many: "events" }}
      filters={<AuditFilters path={path} search={search} />}
      nothingYet={{
        icon: ScrollText,
        title: "No events yet",
        text: "Sign-ins, codes and every change made in the console or by an API key appear here.",
      }}
      noMatch={{
        title: "No events match",
        text: "Type less of an email or name, or clear a field.",
        showAll: "Show all events",
      }}
      searchedBackTo={lookedBackTo}
      first={search.after === undefined ? null : hrefOf(path, { ...search, after: undefined })}
      next={next === null ? null : hrefOf(path, { ...search, after: next })}
    >
      <EventTable tenancy={ctx.tenancy} events={events} now={ctx.clock.now()} />
    </ListPage>
  );
}
