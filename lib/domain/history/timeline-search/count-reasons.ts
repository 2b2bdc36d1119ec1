import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { scansOf, type TimelineSearch } from "./find-timeline";
import { type EventScan, eventScan } from "./scan-events";

interface ReasonCounts {
  /** Null for events without a reason. */
  counts: { reason: string | null; count: number }[];
  /** False if there are more events than were read. */
  isComplete: boolean;
}

/** Which failures to count: those of a time range, by kind, user, mailbox or request. */
export interface FailureSearch extends Omit<TimelineSearch, "kind" | "reason" | "before"> {
  /** From `failuresOf`. */
  kind: NonNullable<TimelineSearch["kind"]>;
}

const Row = z.object({
  reason: z.string().nullable(),
  read: z.int(),
  count: z.coerce.number(),
});

/** Raw, because Prisma can't group a limited query. */
function readReasons(ctx: TenancyContext, scan: EventScan) {
  const { rows, filter = Prisma.sql`TRUE` } = eventScan(ctx, scan);
  return ctx.db.query(Row)`
    SELECT e."reason", count(*)::int AS "read",
      COALESCE(sum(e."count") FILTER (WHERE ${filter}), 0)::text AS "count"
    FROM (${rows(Prisma.raw(String(limits.searchedRows)))}) e
    GROUP BY 1`;
}

/**
 * Counts failed requests by reason, the most frequent first. Reads at most `limits.searchedRows` of the
 * newest by index, or as many for each of a few users and mailboxes.
 */
export async function countReasons(
  ctx: TenancyContext,
  search: FailureSearch,
): Promise<ReasonCounts> {
  const scans = await scansOf(ctx, search);
  const read = await Promise.all(scans.map((scan) => readReasons(ctx, scan)));
  const counts = new Map<string | null, number>();
  for (const { reason, count } of read.flat())
    if (count > 0) counts.set(reason, count + (counts.get(reason) ?? 0));
  return {
    counts: [...counts]
      .map(([reason, count]) => ({ reason, count }))
      .sort((a, b) => b.count - a.count || ((a.reason ?? "~") < (b.reason ?? "~") ? -1 : 1)),
    isComplete: read.every(
      (rows) => rows.reduce((sum, row) => sum + row.read, 0) < limits.searchedRows,
    ),
  };
}
