import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { findEvents } from "@/lib/domain/audit/find-events";
import { AuditFilters } from "./audit-filters";
import { EventTable } from "./event-table";
import { ExportLinks } from "./export-links";
import { readAuditSearch, toEventFilter, type SearchParams } from "./audit-search";

export const metadata: Metadata = { title: "Audit log" };

const eventsOnPage = 50;

export default async function AuditPage({
  params,
  searchParams,
}: {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const ctx = await consoleContext((await params).tenancyId, "audit.read");
  const search = readAuditSearch(await searchParams);
  const page = await findEvents(ctx, toEventFilter(search), eventsOnPage);
  const path = `/console/${ctx.tenancy.id}/audit`;
  return (
    <>
      <PageHeader
        title={ctx.tenancy.isSystem ? "Installation audit log" : "Audit log"}
        description={
          "Who did what, to what, when and from where. Events are never changed; once a " +
          "minute they become part of a chain that shows it if they were."
        }
        action={
          mayOffer(ctx, "audit.export") ? <ExportLinks path={path} search={search} /> : undefined
        }
      />
      <AuditFilters path={path} search={search} />
      <EventTable tenancy={ctx.tenancy} search={search} page={page} />
    </>
  );
}
