import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { ExportMenu } from "@/app/console/export-menu";
import { ListPage } from "@/components/console/list-page";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { eventForRole } from "@/lib/console/event-for-role";
import { listPages } from "@/lib/console/list-pages";
import { hrefOf, type SearchParams } from "@/lib/console/list-search";
import { mayDo } from "@/lib/domain/base/permission";
import { findAndCountEvents } from "@/lib/domain/history/audit-search/find-events";
import { suggestEmails } from "@/lib/domain/user/search/similar-address";
import { AuditFilters } from "./audit-filters";
import { auditSearch, toEventFilter } from "./audit-search";
import { EventTable } from "./event-table";
import { noEvent } from "./no-event";
import { QuickFilters } from "./quick-filters";

export const metadata: Metadata = { title: "Audit log" };

const eventsOnPage = 50;

const firstMatchesWords =
  "The text matches many users, keys or members. The list has the events of only some of them. " +
  "Type more of the email or name to see the others.";

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function AuditPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "audit.read");
  const query = await searchParams;
  const search = auditSearch.read(query);
  const filter = toEventFilter(search);
  const found = await findAndCountEvents(ctx, filter, eventsOnPage);
  const { entries: events, next, stoppedAt, isPartial } = found;
  const suggestions =
    events.length > 0 || search.target === undefined || !mayDo(ctx.role, "user.read")
      ? []
      : await suggestEmails(ctx, { text: search.target, rows: 2 });
  const isComplete = search.after === undefined && next === null;
  const total = isComplete ? { count: events.length } : found.total;
  const path = `/console/${ctx.tenancy.id}/audit`;
  const exported = (format: string) =>
    hrefOf(`${path}/export`, { ...search, after: undefined, format });
  return (
    <ListPage
      title={ctx.tenancy.isSystem ? "Installation audit log" : "Audit log"}
      description={
        "Who did what, when and from where. Events can’t be edited, and a hash chain reveals " +
        "changes made in the database."
      }
      tools={
        mayOffer(ctx, "audit.export") ? (
          <ExportMenu
            action="audit.export"
            label="All matching events"
            csv={exported("csv")}
            json={exported("json")}
          />
        ) : undefined
      }
      path={path}
      isFiltered={auditSearch.isFiltered(search)}
      isEmpty={events.length === 0}
      total={{ ...total, one: "event", many: "events" }}
      firstMatches={isPartial ? firstMatchesWords : undefined}
      filters={<AuditFilters path={path} search={search} ownId={ctx.session.sub} />}
      summary={<QuickFilters path={path} search={search} ownId={ctx.session.sub} />}
      nothingYet={{
        icon: ScrollText,
        title: "No events yet",
        text: "Sign-ins, codes and every change made in the console or by an API key appear here.",
      }}
      noMatch={noEvent({ path, search, suggestions })}
      stoppedAt={stoppedAt}
      pages={listPages(query, { path, search, next, shown: events.length })}
    >
      <EventTable
        tenancy={ctx.tenancy}
        events={events.map((event) => eventForRole(ctx, event))}
        search={search}
        now={ctx.clock.now()}
      />
    </ListPage>
  );
}
