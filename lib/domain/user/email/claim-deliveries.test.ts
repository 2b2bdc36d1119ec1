import { beforeEach, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { challengeOf } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries";

const run = provideService();
const perTenancy = limits.concurrentDeliveriesPerTenancy;

beforeEach(async () => {
  // Emails of other tests are due too.
  await run.current.db.outboxEmail.deleteMany();
});

const withEmails = async (count: number) => {
  const tenancy = await createTestTenancy(run.current);
  for (let made = 0; made < count; made++) await challengeOf(tenancy);
  return tenancy;
};
const countsOf = (emails: ClaimedDelivery[], tenancies: TestTenancy[]) =>
  tenancies.map(({ id }) => emails.filter(({ tenancy }) => tenancy.id === id).length);

test("claims at most the limit of one tenancy, and serves the others in the same round", async () => {
  const backlog = await withEmails(perTenancy + 6);
  const others = [await withEmails(1), await withEmails(2)];
  const { items: emails } = await claimDeliveries(run.current, { room: perTenancy + 3 });
  expect(countsOf(emails, [backlog, ...others])).toEqual([perTenancy, 1, 2]);
  const next = await claimDeliveries(run.current, {
    room: 100,
    inFlight: new Map([[backlog.id, perTenancy - 1]]),
  });
  expect(countsOf(next.items, [backlog, ...others])).toEqual([1, 0, 0]);
  expect(
    (
      await claimDeliveries(run.current, {
        room: 100,
        inFlight: new Map([[backlog.id, perTenancy + 1]]),
      })
    ).items,
  ).toEqual([]);
});

test("continues after the tenancy served last and wraps around", async () => {
  const tenancies = [await withEmails(3), await withEmails(3), await withEmails(3)].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const served: number[][] = [];
  let after = "";
  for (let round = 0; round < 6; round++) {
    const claim = await claimDeliveries(run.current, { room: 1, after });
    ({ after } = claim);
    served.push(countsOf(claim.items, tenancies));
  }
  expect(served).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ]);
});

test("a claim that reaches the last tenancy continues at the first, within each limit", async () => {
  const tenancies = [await withEmails(perTenancy + 2), await withEmails(2)];
  const { items: emails, after } = await claimDeliveries(run.current, {
    room: perTenancy + 4,
    after: tenancies[0]?.id ?? "",
  });
  expect([countsOf(emails, tenancies), after]).toEqual([[perTenancy, 2], ""]);
});

test("claims the longest due first, and nothing that is due later", async () => {
  const tenancy = await withEmails(3);
  const rows = await run.current.db.outboxEmail.findMany({
    where: { tenancyId: tenancy.id },
    orderBy: { id: "asc" },
  });
  const now = run.current.clock.now();
  for (const [index, offset] of [-10, -20, 10].entries())
    await run.current.db.outboxEmail.updateMany({
      where: { tenancyId: tenancy.id, id: rows[index]?.id ?? "" },
      data: { dueAt: new Date(now + offset) },
    });
  const first = (await claimDeliveries(run.current, { room: 1 })).items;
  const rest = (await claimDeliveries(run.current, { room: 5 })).items;
  expect([first, rest].map((emails) => emails.map(({ id }) => id))).toEqual([
    [rows[1]?.id],
    [rows[0]?.id],
  ]);
});
