import { beforeEach, expect, test } from "vitest";
import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import { lateAfterMs } from "@/lib/domain/history/alarm/alarm";
import { findAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { updateAlarms } from "@/lib/domain/history/alarm/update-alarms";
import type { Prisma } from "@/prisma/generated/client";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, type TestOperator } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { listRaisedAlarms } from "./list-raised-alarms";

const run = provideService();
beforeEach(async () => {
  // A system owner sees the alarms of all tenancies, those of other tests included.
  await run.current.db.alarm.deleteMany();
  await run.current.db.outboxEmail.deleteMany();
  await run.current.db.activityCount.deleteMany();
  await run.current.db.metadataBlob.deleteMany();
  await run.current.db.limitCounter.deleteMany({ where: { key: { startsWith: "alarm-check" } } });
});

async function alarmsFor({ cookie }: TestOperator) {
  const session = await findSession(run.current, cookie);
  if (session === null) throw new Error("the operator has no session");
  return listRaisedAlarms(run.current, session);
}
const tenanciesInAlarmFor = async (operator: TestOperator) =>
  (await alarmsFor(operator)).map(({ tenancy }) => tenancy.id);

/** Adds emails that wait for their next attempt. */
async function addEmails(
  { id: tenancyId }: Pick<TestTenancy, "id">,
  count: number,
  data: Partial<Prisma.OutboxEmailUncheckedCreateInput> = { sealed: "x", lastError: "451" },
) {
  const { db, clock, createId } = run.current;
  for (let index = 0; index < count; index++) {
    clock.advance(1);
    const now = new Date(clock.now());
    const dueAt = new Date(now.getTime() + 60_000);
    await db.outboxEmail.create({
      data: { tenancyId, id: createId(), dueAt, createdAt: now, expiresAt: dueAt, ...data },
    });
  }
}

test("operators see the alarms of their tenancies, system owners those of all", async () => {
  const mine = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: mine.id, role: "admin" });
  const systemOwner = await createTestOperator(run.current);
  const systemId = systemOwner.system.tenancy.id;
  for (const id of [mine.id, other.id, systemId]) await addEmails({ id }, 3);
  expect(await tenanciesInAlarmFor(admin)).toEqual([mine.id]);
  expect(await tenanciesInAlarmFor(systemOwner)).toEqual([mine.id, other.id, systemId]);
});

test("the list and the tenancy’s own page agree, before and after a check stores the alarm", async () => {
  const tenancy = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  await addEmails(tenancy, 50, { state: "sent" });
  const sinceMs = run.current.clock.now() + 1;
  await addEmails(tenancy, 3);
  const expected = [{ kind: "deliveries-failing", isSevere: true, sinceMs, tried: 3 }];
  for (const when of ["before", "after"]) {
    expect((await findAlarms(tenancy.ctx)).alarms, when).toMatchObject(expected);
    const listed = (await alarmsFor(admin)).map(({ alarm }) => alarm);
    expect(listed, when).toEqual((await findAlarms(tenancy.ctx)).alarms);
    if (when === "before") expect(await updateAlarms(run.current)).toBe(true);
  }
});

test("late emails are listed before a check stores their alarm", async () => {
  const tenancy = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  await addEmails(tenancy, 1, { sealed: "x" });
  run.current.clock.advance(60_000 + lateAfterMs);
  expect(await alarmsFor(admin)).toEqual([]);
  run.current.clock.advance(1);
  const { alarms } = await findAlarms(tenancy.ctx);
  expect(alarms).toMatchObject([{ kind: "deliveries-late" }]);
  expect((await alarmsFor(admin)).map(({ alarm }) => alarm)).toEqual(alarms);
});

test("a stored alarm whose cause is gone isn’t listed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  await addEmails(tenancy, 3);
  await updateAlarms(run.current);
  await run.current.db.outboxEmail.updateMany({ data: { state: "sent", sealed: null } });
  const ofTenancy = { where: { tenancyId: tenancy.id } };
  expect(await run.current.db.alarm.count(ofTenancy)).toBe(1);
  expect(await alarmsFor(admin)).toEqual([]);
});
