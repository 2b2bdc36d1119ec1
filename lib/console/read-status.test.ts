import { expect, test } from "vitest";
import { findAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { readStatus } from "./read-status";

const run = provideService();

test("reads the database, its clock, the queue and the unsealed audit events", async () => {
  const { ctx, id: tenancyId } = await createTestTenancy(run.current);
  const before = await readStatus();
  expect(before).toMatchObject({
    standby: { state: "not-configured", isRequired: false },
    pendingMigrations: 0,
    pool: { waiting: 0 },
  });
  expect(before.databaseVersion).toMatch(/^\d+\.\d+/);
  expect(before.pool.most).toBeGreaterThan(0);

  const now = new Date(run.current.clock.now());
  await run.current.db.outboxEmail.create({
    data: {
      tenancyId,
      id: run.current.createId(),
      state: "queued",
      sealed: "x",
      dueAt: now,
      expiresAt: new Date(now.getTime() + 3_600_000),
      createdAt: now,
    },
  });
  await recordAudit(ctx, ctx.db, { action: "user.updated", target: { kind: "user", id: "x" } });
  run.current.clock.advance(120_000);
  const after = await readStatus();
  expect(after.queuedEmails).toBe(before.queuedEmails + 1);
  expect(after.emailOverdueMs).toBeGreaterThanOrEqual(120_000);
  expect(after.unsealedMs).toBeGreaterThanOrEqual(120_000);
  // The email has been due for two minutes.
  const late = after.emailAlarms.filter(({ tenancy }) => tenancy.id === tenancyId);
  expect(late.map(({ alarm }) => alarm.kind)).toEqual(["deliveries-late"]);
  await run.current.db.outboxEmail.deleteMany({ where: { tenancyId } });

  for (let count = 0; count < 3; count++)
    await run.current.db.outboxEmail.create({
      data: {
        tenancyId,
        id: run.current.createId(),
        sealed: "x",
        lastError: "451",
        dueAt: new Date(run.current.clock.now()),
        expiresAt: now,
        createdAt: now,
      },
    });
  const failing = await readStatus();
  expect(failing.retryingEmails).toBe(before.retryingEmails + 3);
  const raised = failing.emailAlarms.filter(({ tenancy }) => tenancy.id === tenancyId);
  expect(raised.map(({ alarm }) => alarm)).toEqual((await findAlarms(ctx)).alarms);
  expect(before.clockSkewMs - after.clockSkewMs).toBeGreaterThan(100_000);
});
