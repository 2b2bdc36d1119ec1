import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { populate } from "@/lib/testing/population";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { countEntries } from "./count-entries";

const run = provideService();
let full: TestTenancy;

beforeAll(async () => {
  full = await createTestTenancy(run.current);
  await populate(run.current.db.query(z.never()), {
    tenancyId: full.id,
    nowMs: run.current.clock.now(),
    users: 10_500,
    passkeys: 12,
    rareEvery: 10,
  });
});

test("stops at one more than the limit", async () => {
  expect(await countEntries(full.ctx, "user")).toBe(10_001);
});

test("counts the entries of one tenancy only", async () => {
  const other = await createTestTenancy(run.current);
  expect(await countEntries(other.ctx, "user")).toBe(0);
  await other.ctx.db.auditEvent.create({
    data: {
      tenancyId: other.id,
      id: run.current.createId(),
      action: "user.erased",
      actorKind: "system",
      targetKind: "user",
      targetId: "1",
      createdAt: new Date(run.current.clock.now()),
    },
  });
  const events = await run.current.db.auditEvent.count({ where: { tenancyId: other.id } });
  expect(await countEntries(other.ctx, "auditEvent")).toBe(events);
  expect(await countEntries(other.ctx, "challenge")).toBe(0);
});
