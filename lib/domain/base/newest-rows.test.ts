import { expect, test } from "vitest";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { provideService } from "@/testing/provide-service";
import { newestRows } from "./newest-rows";

const run = provideService();

test.each([
  ["AuditEvent", ["targetId", "action"]],
  ["Challenge", ["emailNormalized"]],
  ["TimelineEvent", ["sub", "email", "reason", "kind"]],
] as const)("reads %s by an index: by id, and by %j", async (table, columns) => {
  const of = { table, tenancyId: "t", fromMs: 1, toMs: 2, before: "id" };
  for (const column of [undefined, ...columns]) {
    const by = column && { column, values: ["a", "b"] };
    const statement = newestRows({ ...of, by })(50);
    expect(await findCostlyNodes(run.current.pool, statement)).toEqual([]);
  }
});
