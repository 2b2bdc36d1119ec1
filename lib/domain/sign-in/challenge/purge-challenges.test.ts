import { expect, test } from "vitest";
import { purgeInbox, purgeOutbox } from "@/lib/domain/user/email/sealed-email";
import { challengeOf, createChallenge, guess, newMailbox, verify } from "@/testing/challenge-rules";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { purgeChallenges, purgeMailboxes, purgeVisitorBudgets } from "./delete-challenge";

const run = provideService();
const hour = 3_600_000;

const purgeMail = () =>
  purgeAll(
    run.current,
    purgeChallenges,
    purgeMailboxes,
    purgeVisitorBudgets,
    purgeOutbox,
    purgeInbox,
  );

const countsOf = ({ id: tenancyId }: TestTenancy) => {
  const { db } = run.current;
  return Promise.all([
    db.challenge.count({ where: { tenancyId } }),
    db.mailbox.count({ where: { tenancyId } }),
    db.outboxEmail.count({ where: { tenancyId } }),
  ]);
};

test("a challenge and its email are purged a day after expiry, verified or not", async () => {
  const tenancy = await createTestTenancy(run.current);
  const verified = await challengeOf(tenancy);
  const expired = await challengeOf(tenancy);
  await verify(tenancy, verified);
  run.current.clock.advance(10 * 60_000 + 24 * hour);
  await purgeMail();
  expect(await verify(tenancy, expired)).toMatchObject({
    body: { _tag: "@error/InvalidChallenge" },
  });
  expect((await countsOf(tenancy)).slice(0, 1)).toEqual([2]);
  run.current.clock.advance(1);
  await purgeMail();
  expect(await countsOf(tenancy)).toEqual([0, 0, 0]);
});

test("a mailbox is kept while a limit counts its requests or wrong codes", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerDay: 1 });
  const email = newMailbox();
  const challenge = await challengeOf(tenancy, { email });
  run.current.clock.advance(60_000);
  await guess(tenancy, challenge);
  run.current.clock.advance(24 * hour - 60_001);
  await purgeMail();
  expect((await createChallenge(tenancy, { email })).status).toBe(429);
  run.current.clock.advance(60_001);
  expect((await countsOf(tenancy))[1]).toBe(1);
  run.current.clock.advance(1);
  await purgeMail();
  expect((await countsOf(tenancy))[1]).toBe(0);
});

test("a visitor's budget is kept while a limit counts its requests", async () => {
  const tenancy = await createHostedTenancy(run.current, { challengesPerDay: 1 });
  const email = newMailbox();
  const ask = async () =>
    (await visit(run.current, tenancy).step("send-code", { page: "sign-in", email })).status;
  const budgets = () => run.current.db.visitorBudget.count({ where: { tenancyId: tenancy.id } });
  expect([await ask(), await ask()]).toEqual([200, 429]);
  run.current.clock.advance(24 * hour - 1);
  await purgeMail();
  expect(await budgets()).toBe(1);
  run.current.clock.advance(2);
  await purgeMail();
  expect(await budgets()).toBe(0);
});

test("local emails are kept for a day", async () => {
  const { id: tenancyId } = await createTestTenancy(run.current);
  const { db, clock, createId } = run.current;
  const content = { sender: "a", recipient: "b", subject: "c", html: "d", text: "e" };
  await db.inboxEmail.create({
    data: { tenancyId, id: createId(), ...content, receivedAt: new Date(clock.now()) },
  });
  clock.advance(24 * hour);
  await purgeMail();
  expect(await db.inboxEmail.count({ where: { tenancyId } })).toBe(1);
  clock.advance(1);
  await purgeMail();
  expect(await db.inboxEmail.count({ where: { tenancyId } })).toBe(0);
});
