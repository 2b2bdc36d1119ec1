import {
  auditSearch,
  toEventFilter,
} from "@/app/console/(operator)/[tenancyId]/audit/audit-search";
import { consoleDownload, formatOf } from "@/lib/console/console-download";
import { type CsvColumn, csvOf } from "@/lib/console/csv";
import { jsonArrayOf } from "@/lib/console/json-array-of";
import { walkEvents } from "@/lib/domain/history/audit-search/find-events";
import type { ShownEvent } from "@/lib/domain/record/audit/shown-event";

const eventsPerRead = 1_000;

const columns: readonly CsvColumn<ShownEvent>[] = [
  ["id", ({ id }) => id],
  ["createdAt", ({ createdAt }) => createdAt],
  ["actorKind", ({ actorKind }) => actorKind],
  ["actorId", ({ actorId }) => actorId],
  ["actorName", ({ actorName }) => actorName],
  ["action", ({ action }) => action],
  ["targetKind", ({ targetKind }) => targetKind],
  ["targetId", ({ targetId }) => targetId],
  ["detail", ({ detail }) => detail],
  ["reason", ({ reason }) => reason],
  ["address", ({ address }) => address],
  ["requestId", ({ requestId }) => requestId],
  ["seal", ({ sealId }) => sealId],
  ["targetName", ({ targetName }) => targetName],
  ["actorSub", ({ actorSub }) => actorSub],
];

async function* toRecords(pages: AsyncIterable<ShownEvent[]>): AsyncGenerator<object[]> {
  for await (const page of pages)
    yield page.map(({ createdAt, sealId, ...event }) => ({
      ...event,
      createdAt: createdAt.getTime(),
      seal: sealId,
    }));
}

/** Exports all pages of a search of the audit log, as CSV or JSON. */
export const GET = consoleDownload("audit.export", (ctx, request) => {
  const filter = toEventFilter(
    auditSearch.read(Object.fromEntries(new URL(request.url).searchParams)),
  );
  const pages = walkEvents(ctx, filter, eventsPerRead);
  const format = formatOf(request);
  return Promise.resolve({
    name: `audit-${ctx.tenancy.id}`,
    format,
    texts: format === "csv" ? csvOf(columns, pages) : jsonArrayOf(toRecords(pages)),
  });
});
