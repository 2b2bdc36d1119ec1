import { expect, test } from "vitest";
import { findSession } from "@/lib/domain/operator/session/find-session";
import { createTestOperator, type TestOperator } from "@/lib/testing/test-operator";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { listRaisedAlarms } from "./list-raised-alarms";

const run = provideService();

async function tenanciesInAlarmFor({ cookie }: TestOperator): Promise<string[]> {
  const session = await findSession(run.current, cookie);
  if (session === null) throw new Error("the operator has no session");
  return (await listRaisedAlarms(run.current, session)).map(({ tenancy }) => tenancy.id);
}

test("operators see the alarms of their tenancies, system owners those of all", async () => {
  const [mine, other] = [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ];
  const admin = await createTestOperator(run.current, { tenancyId: mine.id, role: "admin" });
  const systemOwner = await createTestOperator(run.current);
  const systemId = systemOwner.system.tenancy.id;
  const now = run.current.clock.now();
  await run.current.db.alarm.deleteMany();
  await run.current.db.alarm.createMany({
    data: [mine.id, other.id, systemId].map((tenancyId, index) => ({
      tenancyId,
      kind: "deliveries-failing",
      raisedAt: new Date(now + index),
    })),
  });
  expect(await tenanciesInAlarmFor(admin)).toEqual([mine.id]);
  expect(await tenanciesInAlarmFor(systemOwner)).toEqual([mine.id, other.id, systemId]);
});
