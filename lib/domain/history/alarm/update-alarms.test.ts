import { beforeEach, expect, test } from "vitest";
import { deleteTenancy } from "@/lib/domain/admin/tenancy/delete-tenancy";
import type { NotedMetric } from "@/lib/domain/base/metric";
import type { TimelineKind } from "@/lib/domain/base/timeline-event";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { addActivity, hourOf } from "@/lib/domain/record/counter/add-activity";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { visitorCeiling } from "@/lib/domain/sign-in/challenge/visitor-limits";
import { lifetimes } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { failedAttempts } from "./alarm";
import { findAlarms } from "./read-alarms";
import { updateAlarms } from "./update-alarms";

const run = provideService();
beforeEach(async () => {
  // Alarms of other tests' tenancies are in the log and the counts.
  await run.current.db.alarm.deleteMany();
  await run.current.db.outboxEmail.deleteMany();
  await run.current.db.activityCount.deleteMany();
  run.current.logged.length = 0;
});

const addCount = (
  { id: tenancyId }: TestTenancy,
  metric: NotedMetric,
  count: number,
  hoursAgo = 0,
) =>
  addActivity(run.current.db, [
    {
      tenancyId,
      metric,
      count,
      hourMs: hourOf(run.current.clock.now()) - hoursAgo * lifetimes.hourMs,
    },
  ]);

/** Adds emails that are due now, and the counts of failed ones. Each is older than the next. */
async function addEmails(
  tenancy: TestTenancy,
  count: number,
  data: Partial<Prisma.OutboxEmailUncheckedCreateInput>,
): Promise<void> {
  const { db, clock, createId } = run.current;
  for (let index = 0; index < count; index++) {
    clock.advance(1);
    const now = clock.now();
    await db.outboxEmail.create({
      data: {
        tenancyId: tenancy.id,
        id: createId(),
        dueAt: new Date(now),
        createdAt: new Date(now),
        expiresAt: new Date(now + 10 * 60_000),
        ...(data.state === undefined ? { sealed: "sealed" } : {}),
        ...data,
      },
    });
  }
  if (data.state === "dead") await addCount(tenancy, "mail.dead", count);
}

const alarmsOf = async ({ ctx }: TestTenancy) => (await findAlarms(ctx)).alarms;
const kindsOf = async (tenancy: TestTenancy) => (await alarmsOf(tenancy)).map(({ kind }) => kind);

const check = async () => {
  run.current.clock.advance(lifetimes.alarmCheckWindowMs);
  expect(await updateAlarms(run.current)).toBe(true);
};

const loggedOf = ({ id }: TestTenancy) =>
  run.current.logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ tenancyId, alarm }) => tenancyId === id && alarm !== undefined)
    .map(({ event, alarm }) => [event, alarm]);

test("an outage raises an alarm, and retried emails end it", async () => {
  const tenancy = await createTestTenancy(run.current);
  await addEmails(tenancy, 4, { state: "sent" });
  const sinceMs = run.current.clock.now() + 1;
  await addEmails(tenancy, 2, { lastError: "451 try again later", attempts: 2 });
  await addEmails(tenancy, 1, { state: "dead", endedBy: "expired", lastError: "451" });
  await addEmails(tenancy, 1, { state: "dead", endedBy: "refused", lastError: "550" });
  await addEmails(tenancy, 5, { state: "dead", endedBy: "unwanted" });
  await addEmails(tenancy, 5, {});
  expect(await alarmsOf(tenancy)).toEqual([
    {
      kind: "deliveries-failing",
      isSevere: true,
      sinceMs,
      answer: "550",
      tried: 4,
      retrying: 2,
      refused: 1,
      expired: 1,
    },
  ]);
  await run.current.db.outboxEmail.updateMany({
    where: { tenancyId: tenancy.id, state: "queued" },
    data: { state: "sent", sealed: null, lastError: null },
  });
  expect(await kindsOf(tenancy)).toEqual([]);
});

test("emails of an hour ago and of other tenancies raise no alarm", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  await addEmails(tenancy, 5, { state: "dead", endedBy: "refused" });
  expect(await kindsOf(other)).toEqual([]);
  expect(await kindsOf(tenancy)).toEqual(["deliveries-failing"]);
  run.current.clock.advance(lifetimes.hourMs);
  expect(await kindsOf(tenancy)).toEqual([]);
});

test("an email that no process sends for a minute raises an alarm", async () => {
  const tenancy = await createTestTenancy(run.current);
  await addEmails(tenancy, 2, {});
  const sinceMs = run.current.clock.now() - 1;
  run.current.clock.advance(59_000);
  expect(await alarmsOf(tenancy)).toEqual([]);
  run.current.clock.advance(2_000);
  expect(await alarmsOf(tenancy)).toEqual([
    { kind: "deliveries-late", isSevere: true, sinceMs, emails: 2 },
  ]);
});

test("codes count towards the ceilings of the tenancy and its visitors", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 10 });
  for (let count = 0; count < 8; count++) {
    expect(await kindsOf(tenancy)).toEqual([]);
    const email = `user-${count}@example.com`;
    const { status } = await tenancy.backend("POST", "challenges", { email, purpose: "login" });
    expect(status).toBe(201);
  }
  expect(await alarmsOf(tenancy)).toMatchObject([
    { kind: "code-ceiling", isSevere: false, used: 8, ceiling: 10 },
  ]);
  const now = new Date(run.current.clock.now());
  const { key } = visitorCeiling(tenancy.ctx.tenancy, now);
  await run.current.db.limitCounter.create({ data: { key, points: 5 } });
  expect(await alarmsOf(tenancy)).toMatchObject([
    { kind: "visitor-ceiling", isSevere: true, used: 5, ceiling: 5 },
    { kind: "code-ceiling" },
  ]);
});

test("failures are compared with the tenancy's own 7 days before", async () => {
  const tenancy = await createTestTenancy(run.current);
  await tenancy.set({ createdAt: new Date(run.current.clock.now() - 30 * lifetimes.dayMs) });
  await addCount(tenancy, "failure.InvalidToken", 30);
  expect(await alarmsOf(tenancy)).toMatchObject([
    { kind: "failure-rate", failures: 30, usualFailures: 0 },
  ]);
  for (let hour = 2; hour < 170; hour++) await addCount(tenancy, "failure.BadRequest", 9, hour);
  await addCount(tenancy, "code.exchanged", 16_800, 100);
  await addCount(tenancy, "failure.BadRequest", 10_000, 170);
  expect(await alarmsOf(tenancy)).toMatchObject([
    { kind: "failure-rate", failures: 30, usualFailures: 9 },
  ]);
  await addCount(tenancy, "failure.BadRequest", 200, 2);
  expect(await kindsOf(tenancy)).toEqual([]);
  expect((await findAlarms(tenancy.ctx)).unalarming).toMatchObject({
    requests: { failed: 30, threshold: 31 },
  });
});

test("failures name their most frequent reason, its origin, and the first of them", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { clock, timeline } = run.current;
  clock.advance(lifetimes.hourMs - (clock.now() % lifetimes.hourMs) + 10 * 60_000);
  const fail = (kind: TimelineKind, subject: Parameters<typeof noteEvent>[2]) => {
    clock.advance(1_000);
    noteEvent(tenancy.ctx, kind, subject);
  };
  fail("sign-in.refused", { reason: "InvalidToken" });
  // Succeeded: the policy only monitors.
  fail("sign-in.monitored", { reason: "Forbidden" });
  fail("sign-in.refused", { reason: "Forbidden" });
  const sinceMs = clock.now();
  for (const origin of ["https://a.example", "https://b.example", "https://a.example"])
    fail("request.refused", { reason: "Forbidden", origin });
  await timeline.flush();
  await addCount(tenancy, "failure.InvalidToken", 9);
  await addCount(tenancy, "failure.Forbidden", 11);
  expect(await alarmsOf(tenancy)).toMatchObject([
    {
      kind: "failure-rate",
      sinceMs,
      failures: 20,
      top: { reason: "Forbidden", count: 11, origin: "https://a.example" },
    },
  ]);
});

test("what fails without raising an alarm is reported", async () => {
  const tenancy = await createTestTenancy(run.current);
  const none = { requests: null, emails: null, webhooks: [] };
  expect((await findAlarms(tenancy.ctx)).unalarming).toEqual(none);
  await addCount(tenancy, "failure.InvalidToken", 2);
  await addCount(tenancy, "failure.BadRequest", 3, 1);
  await addCount(tenancy, "failure.BadRequest", 50, 2);
  await addEmails(tenancy, 1, { state: "dead", endedBy: "refused" });
  await addEmails(tenancy, 8, { state: "sent" });
  const { alarms, unalarming } = await findAlarms(tenancy.ctx);
  expect(alarms).toEqual([]);
  expect(unalarming).toMatchObject({
    requests: { failed: 5, threshold: 20 },
    emails: { tried: 9, retrying: 0, refused: 1, expired: 0 },
  });
});

test("an alarm is logged when it is raised and when it clears, and began with the first failed email", async () => {
  const tenancy = await createTestTenancy(run.current);
  const sinceMs = run.current.clock.now() + 1;
  await addEmails(tenancy, 3, { state: "dead", endedBy: "refused" });
  await check();
  await check();
  expect(loggedOf(tenancy)).toEqual([["alarm.raised", "deliveries-failing"]]);
  run.current.clock.advance(lifetimes.hourMs);
  await addEmails(tenancy, 3, { state: "dead", endedBy: "refused" });
  expect(await alarmsOf(tenancy)).toMatchObject([{ sinceMs }]);
  await addEmails(tenancy, 3, { state: "sent" });
  await check();
  await check();
  expect(loggedOf(tenancy)).toEqual([
    ["alarm.raised", "deliveries-failing"],
    ["alarm.cleared", "deliveries-failing"],
  ]);
});

test("the alarm of a deleted tenancy clears", async () => {
  const tenancy = await createTestTenancy(run.current);
  await addEmails(tenancy, 3, { state: "dead", endedBy: "refused" });
  await check();
  await deleteTenancy(tenancy.ctx, { name: "Test" });
  await check();
  expect(loggedOf(tenancy).at(-1)).toEqual(["alarm.cleared", "deliveries-failing"]);
});

test("more tenancies than one statement checks are all checked", async () => {
  const { db, clock, createId } = run.current;
  const template = await createTestTenancy(run.current);
  const row = await db.tenancy.findUniqueOrThrow({ where: { id: template.id } });
  const ids = Array.from({ length: 101 }, () => createId());
  await db.tenancy.createMany({ data: ids.map((id) => ({ ...row, id, clientId: id })) });
  const dueAt = new Date(clock.now() - 2 * 60_000);
  await db.outboxEmail.createMany({
    data: ids.map((id) => ({
      tenancyId: id,
      id,
      sealed: "sealed",
      dueAt,
      createdAt: dueAt,
      expiresAt: new Date(clock.now() + 60_000),
    })),
  });
  await check();
  expect(await db.alarm.count({ where: { kind: "deliveries-late" } })).toBe(101);
});

test("a webhook that has failed for a while raises an alarm, until it is disabled or succeeds", async () => {
  const { db, clock } = run.current;
  const tenancy = await createTestTenancy(run.current);
  const { webhook } = await createWebhook(tenancy.ctx, {
    name: "Hook",
    url: "https://hooks.example.com/",
  });
  const failing = async (ms: number, data: Prisma.WebhookUpdateManyMutationInput = {}) => {
    const failingSince = new Date(clock.now() - ms);
    const where = { tenancyId: tenancy.id };
    const failure = { failingSince, failures: failedAttempts.min, lastFailure: "500" };
    await db.webhook.updateMany({ where, data: { ...failure, ...data } });
    const { alarms, unalarming } = await findAlarms(tenancy.ctx);
    return [...alarms.map(({ kind }) => kind), ...unalarming.webhooks.map(({ cause }) => cause)];
  };
  const { min, forMs } = failedAttempts;
  expect(await failing(forMs - 1)).toEqual(["500"]);
  expect(await failing(forMs, { failures: min - 1 })).toEqual(["500"]);
  expect(await failing(forMs)).toEqual(["webhooks-failing"]);
  expect((await findAlarms(tenancy.ctx)).alarms).toMatchObject([
    { webhooks: [{ id: webhook.id, name: "Hook", sinceMs: clock.now() - forMs, cause: "500" }] },
  ]);
  const disabled = { disabledAt: new Date(clock.now()), disabledReason: "failing" };
  expect(await failing(forMs, disabled)).toEqual([]);
  const enabled = { disabledAt: null, disabledReason: null };
  expect(await failing(forMs, { ...enabled, failingSince: null })).toEqual([]);
});

test("a check finds a failing webhook of a tenancy without activity", async () => {
  const { db, clock } = run.current;
  const tenancy = await createTestTenancy(run.current);
  await createWebhook(tenancy.ctx, { name: "Hook", url: "https://hooks.example.com/" });
  await createWebhook(tenancy.ctx, { name: "Other", url: "https://other.example.com/" });
  const where = { tenancyId: tenancy.id };
  const later = new Date(clock.now() - failedAttempts.forMs);
  const earlier = new Date(later.getTime() - 1);
  const fail = (name: string, failingSince: Date) =>
    db.webhook.updateMany({
      where: { ...where, name },
      data: { failingSince, failures: failedAttempts.min },
    });
  await fail("Hook", earlier);
  await fail("Other", later);
  await check();
  expect(await db.alarm.findMany({ where })).toMatchObject([{ raisedAt: earlier }]);
  // The alarm then began with the webhook that still fails.
  await db.webhook.updateMany({ where: { ...where, name: "Hook" }, data: { failingSince: null } });
  const { alarms } = await findAlarms(tenancy.ctx);
  expect(alarms).toMatchObject([{ sinceMs: later.getTime() }]);
});
