import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import type { Span } from "@/lib/domain/newest-rows";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { kindsOf } from "./kind-filter";
import { eventScan } from "./scan-events";

interface ReasonCounts {
  /** Null for events without a reason. */
  counts: { reason: string | null; count: number }[];
  /** False if there are more events than were read. */
  isComplete: boolean;
}

const Row = z.object({
  reason: z.string().nullable(),
  read: z.int(),
  count: z.coerce.number(),
});

/**
 * Counts the failed requests of a time range by reason, the most frequent first. Reads at most
 * `limits.searchedRows` of the newest by index. Raw, because Prisma can't group a limited query.
 */
export async function countReasons(ctx: TenancyContext, span: Span): Promise<ReasonCounts> {
  const { rows } = eventScan(ctx, {
    by: { column: "kind", values: kindsOf("refused") },
    ...span,
  });
  const read = await ctx.db.query(Row)`
    SELECT e."reason", count(*)::int AS "read", sum(e."count")::text AS "count"
    FROM (${rows(Prisma.raw(String(limits.searchedRows)))}) e
    GROUP BY 1 ORDER BY sum(e."count") DESC, 1`;
  return {
    counts: read.map(({ reason, count }) => ({ reason, count })),
    isComplete: read.reduce((sum, row) => sum + row.read, 0) < limits.searchedRows,
  };
}
