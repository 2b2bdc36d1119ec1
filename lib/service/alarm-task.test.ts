import { beforeEach, expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import { withLostDatabase, withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { checkAlarms } from "./alarm-task";
import { getService } from "./service";

const run = provideService();

// Other tests leave emails and alarms, and their checks may lie in the future.
beforeEach(async () => {
  const { db } = run.current;
  await db.limitCounter.deleteMany({ where: { key: { startsWith: "alarm-check" } } });
  await db.outboxEmail.deleteMany();
  await db.activityCount.deleteMany();
  await db.alarm.deleteMany();
});

test("of several instances, one checks and logs; all of them show the metric", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { db, clock, createId } = run.current;
  const dueAt = new Date(clock.now());
  await db.outboxEmail.create({
    data: {
      tenancyId: tenancy.id,
      id: createId(),
      sealed: "sealed",
      dueAt,
      createdAt: dueAt,
      expiresAt: new Date(clock.now() + lifetimes.hourMs),
    },
  });
  clock.advance(2 * lifetimes.alarmCheckWindowMs);
  await withOtherInstance(async (other) => {
    await Promise.all([checkAlarms(run.current), checkAlarms(other)]);
    await Promise.all([checkAlarms(run.current), checkAlarms(other)]);
    for (const instance of [run.current, other]) {
      const metrics = await instance.metrics.render();
      expect(metrics).toContain('keystead_alarms{alarm="deliveries-late"} 1');
      expect(metrics).toContain('keystead_alarms{alarm="code-ceiling"} 0');
    }
    const raised = [...run.current.logged, ...other.logged].filter((line) =>
      line.includes('"alarm.raised","alarm":"deliveries-late"'),
    );
    expect(raised).toHaveLength(1);
  });
});

test("a failed check is logged and does not end the task", async () => {
  await withLostDatabase(async () => {
    const service = getService() as TestService;
    await checkAlarms(service);
    expect(service.logged.at(-1)).toContain('"event":"alarm.check_failed"');
  });
});
