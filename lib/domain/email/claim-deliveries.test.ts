import { beforeEach, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { challengeOf } from "@/tests/support/challenge-rules";
import { provideService } from "@/tests/support/provide-service";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries";

const run = provideService();
const most = limits.concurrentDeliveriesPerTenancy;

beforeEach(async () => {
  // What other tests left is due as well.
  await run.current.db.outboxMail.deleteMany();
});

const withMails = async (count: number) => {
  const tenancy = await createTestTenancy(run.current);
  for (let made = 0; made < count; made++) await challengeOf(tenancy);
  return tenancy;
};
const countsOf = (mails: ClaimedDelivery[], tenancies: TestTenancy[]) =>
  tenancies.map(({ id }) => mails.filter(({ tenancy }) => tenancy.id === id).length);

test("claims no more of one tenancy than may be under way, and of every other tenancy in the same round", async () => {
  const backlog = await withMails(most + 6);
  const others = [await withMails(1), await withMails(2)];
  const { mails } = await claimDeliveries(run.current, { room: most + 3 });
  expect(countsOf(mails, [backlog, ...others])).toEqual([most, 1, 2]);
  const next = await claimDeliveries(run.current, {
    room: 100,
    underWay: new Map([[backlog.id, most - 1]]),
  });
  expect(countsOf(next.mails, [backlog, ...others])).toEqual([1, 0, 0]);
  expect(
    (await claimDeliveries(run.current, { room: 100, underWay: new Map([[backlog.id, most + 1]]) }))
      .mails,
  ).toEqual([]);
});

test("goes on behind the tenancy that was served last, and begins again at the first", async () => {
  const tenancies = [await withMails(3), await withMails(3), await withMails(3)].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
  const served: number[][] = [];
  let after = "";
  for (let round = 0; round < 6; round++) {
    const claim = await claimDeliveries(run.current, { room: 1, after });
    ({ after } = claim);
    served.push(countsOf(claim.mails, tenancies));
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

test("one claim that reaches the end takes what is left from the first tenancies, within what each may have", async () => {
  const tenancies = [await withMails(most + 2), await withMails(2)];
  const { mails, after } = await claimDeliveries(run.current, {
    room: most + 4,
    after: tenancies[0]?.id ?? "",
  });
  expect([countsOf(mails, tenancies), after]).toEqual([[most, 2], ""]);
});

test("the longest due comes first, and what is due later waits", async () => {
  const tenancy = await withMails(3);
  const rows = await run.current.db.outboxMail.findMany({
    where: { tenancyId: tenancy.id },
    orderBy: { id: "asc" },
  });
  const now = run.current.clock.now();
  for (const [index, offset] of [-10, -20, 10].entries())
    await run.current.db.outboxMail.updateMany({
      where: { tenancyId: tenancy.id, id: rows[index]?.id ?? "" },
      data: { dueAt: new Date(now + offset) },
    });
  const first = (await claimDeliveries(run.current, { room: 1 })).mails;
  const rest = (await claimDeliveries(run.current, { room: 5 })).mails;
  expect([first, rest].map((mails) => mails.map(({ id }) => id))).toEqual([
    [rows[1]?.id],
    [rows[0]?.id],
  ]);
});
