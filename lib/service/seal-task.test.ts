import { expect, test } from "vitest";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lifetimes, limits } from "@/lib/limits";
import { feedOf } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createSealTask } from "./seal-task";
import { getService, setService } from "./service";

const run = provideService();

const record = (tenancy: TestTenancy, count = 1) =>
  recordAudit(
    tenancy.ctx,
    run.current.db,
    ...Array.from({ length: count }, () => ({
      action: "user.updated" as const,
      target: { kind: "user" as const, id: "unknown" },
    })),
  );

const loggedHeads = () =>
  run.current.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event === "audit.sealed");

test("one run seals and numbers all events, also more than a batch", async () => {
  const tenancy = await createTestTenancy(run.current);
  await record(tenancy, limits.sealBatchRows + 1);
  await createSealTask().run();
  expect(await run.current.db.auditEvent.count({ where: { sealId: null } })).toBe(0);
  const events = await feedOf(tenancy);
  expect(events.filter(({ type }) => type === "user.updated")).toHaveLength(
    limits.sealBatchRows + 1,
  );
});

test("the newest head is logged at most once a minute", async () => {
  const tenancy = await createTestTenancy(run.current);
  const task = createSealTask();
  const before = loggedHeads().length;
  for (let seal = 0; seal < 5; seal++) {
    await record(tenancy);
    await task.run();
    run.current.clock.advance(1_000);
  }
  expect(loggedHeads()).toHaveLength(before + 1);
  run.current.clock.advance(lifetimes.sealLoggedEveryMs);
  await task.run();
  const last = await run.current.db.auditSeal.findFirstOrThrow({ orderBy: { id: "desc" } });
  const heads = loggedHeads();
  expect(heads).toHaveLength(before + 2);
  expect(heads.at(-1)).toMatchObject({
    sealId: last.id.toString(),
    events: 1,
    head: Buffer.from(last.hash).toString("hex"),
  });
  run.current.clock.advance(lifetimes.sealLoggedEveryMs);
  await task.run();
  expect(loggedHeads()).toHaveLength(before + 2);
});

test("a failure is logged, and the next run seals", async () => {
  const tenancy = await createTestTenancy(run.current);
  await record(tenancy);
  const task = createSealTask();
  const query = () => () => Promise.reject(new Error("no connection"));
  setService({ ...getService(), db: { query } } as never);
  await task.run();
  setService(run.current);
  expect(run.current.logged.some((line) => line.includes("audit.seal_failed"))).toBe(true);
  await task.run();
  expect(await run.current.db.auditEvent.count({ where: { sealId: null } })).toBe(0);
});
