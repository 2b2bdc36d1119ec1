import { expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { hourOf, purgeActivity } from "./add-activity";
import { sealAndCount } from "./seal-and-count";

const run = provideService();
const dashlane = "531126d6-e717-415c-9320-3d9aa6981239";
const nobodys = "0f1e2d3c-4b5a-6978-8796-a5b4c3d2e1f0";

async function sealAll(): Promise<void> {
  while ((await sealAndCount(run.current)) !== null);
}

async function countsOf({ id: tenancyId }: TestTenancy): Promise<Record<string, number>> {
  const rows = await run.current.db.activityCount.groupBy({
    by: ["metric"],
    where: { tenancyId },
    _sum: { count: true },
  });
  return Object.fromEntries(rows.map(({ metric, _sum }) => [metric, Number(_sum.count)]));
}

test("audit events are counted by hour, once across several instances", async () => {
  const tenancy = await createTestTenancy(run.current);
  const device = createSoftwareAuthenticator({ origin: testOrigin, aaguid: dashlane });
  await register(tenancy, device);
  for (let count = 0; count < 3; count++) await authenticate(tenancy, device);
  await withOtherInstance((other) =>
    Promise.all([
      sealAndCount(run.current),
      sealAndCount(other),
      sealAndCount(run.current),
      sealAndCount(other),
    ]),
  );
  await sealAll();
  expect(await countsOf(tenancy)).toEqual({
    "user.created": 1,
    "passkey.registered": 1,
    [`provider.${dashlane}`]: 1,
    "passkey.authenticated": 3,
  });
  run.current.clock.advance(lifetimes.hourMs);
  await authenticate(tenancy, device);
  await sealAll();
  const hours = await run.current.db.activityCount.findMany({
    where: { tenancyId: tenancy.id, metric: "passkey.authenticated" },
    orderBy: { hour: "asc" },
  });
  expect(hours.map(({ count }) => Number(count))).toEqual([3, 1]);
  expect(hours.map(({ hour }) => hour.getTime() % lifetimes.hourMs)).toEqual([0, 0]);
});

test("unknown passkey providers count as one metric", async () => {
  const tenancy = await createTestTenancy(run.current);
  for (const [index, aaguid] of [nobodys, nobodys.replace("0f", "1f")].entries())
    await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin, aaguid }), {
      username: `ada-${index}@example.com`,
    });
  await sealAll();
  const counts = await countsOf(tenancy);
  expect(Object.keys(counts).filter((metric) => metric.startsWith("provider."))).toEqual([
    "provider.unknown",
  ]);
  expect(counts["provider.unknown"]).toBe(2);
});

test("counts are kept for 90 days", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { db, clock } = run.current;
  const hour = new Date(hourOf(clock.now()));
  await db.activityCount.create({
    data: { tenancyId: tenancy.id, hour, metric: "mail.sent", count: 1 },
  });
  clock.advance(lifetimes.activityKeptMs - (clock.now() - hour.getTime()));
  await purgeAll(run.current, purgeActivity);
  expect(await countsOf(tenancy)).toEqual({ "mail.sent": 1 });
  clock.advance(1);
  await purgeAll(run.current, purgeActivity);
  expect(await countsOf(tenancy)).toEqual({});
});
