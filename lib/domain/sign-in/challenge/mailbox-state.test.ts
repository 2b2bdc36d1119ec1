import { expect, test } from "vitest";
import { lifetimes, limits } from "@/lib/limits";
import { challengeOf, createChallenge, guess, newMailbox } from "@/testing/challenge-rules";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { readMailboxState, readMailboxStates } from "./mailbox-state";

const run = provideService();
const roomy = { challengesPerTenMinutes: 1_000, challengesPerDay: 1_000 };

const inMs = (ms: number) => new Date(run.current.clock.now() + ms);

async function enterWrongCodes(tenancy: TestTenancy, email: string, count: number) {
  for (let entered = 0; entered < count;) {
    const challenge = await challengeOf(tenancy, { email, sendEmail: false });
    const { attempts } = await run.current.db.challenge.findUniqueOrThrow({
      where: { tenancyId_id: { tenancyId: tenancy.id, id: challenge.challengeId } },
    });
    for (let left = attempts; left > 0 && entered < count; left--, entered++)
      await guess(tenancy, challenge, left);
  }
}

test("an unused mailbox has all its requests and no restriction", async () => {
  const tenancy = await createTestTenancy(run.current);
  const unused = {
    rateLimitedUntil: null,
    wrongCodes: 0,
    restriction: "none",
    restrictedUntil: null,
  };
  expect(await readMailboxState(tenancy.ctx, newMailbox())).toEqual({
    backend: { ...unused, requestsLeftInTenMinutes: 5, requestsLeftToday: 20 },
    visitors: { ...unused, requestsLeftInTenMinutes: 10, requestsLeftToday: 40 },
    limitedVisitors: [],
  });
});

test("a mailbox is rate-limited until exactly the moment when the API admits a request", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  for (let sent = 0; sent < 5; sent++) {
    await challengeOf(tenancy, { email });
    run.current.clock.advance(1_000);
  }
  const { backend, visitors } = await readMailboxState(tenancy.ctx, email);
  expect(backend).toMatchObject({
    requestsLeftInTenMinutes: 0,
    requestsLeftToday: 15,
    rateLimitedUntil: inMs(lifetimes.challengeWindowMs - 5_000),
  });
  expect(visitors).toMatchObject({ requestsLeftInTenMinutes: 10, rateLimitedUntil: null });
  const waitMs = (backend.rateLimitedUntil?.getTime() ?? 0) - run.current.clock.now();
  run.current.clock.advance(waitMs - 1);
  expect((await createChallenge(tenancy, { email })).status).toBe(429);
  run.current.clock.advance(1);
  expect((await readMailboxState(tenancy.ctx, email)).backend.rateLimitedUntil).toBeNull();
  expect((await createChallenge(tenancy, { email })).status).toBe(201);
});

test("a mailbox that used up its day has no requests left in ten minutes either", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerDay: 6 });
  const email = newMailbox();
  const first = run.current.clock.now();
  for (let sent = 0; sent < 6; sent++) {
    await challengeOf(tenancy, { email });
    run.current.clock.advance(lifetimes.challengeWindowMs);
  }
  expect((await readMailboxState(tenancy.ctx, email)).backend).toMatchObject({
    requestsLeftInTenMinutes: 0,
    requestsLeftToday: 0,
    rateLimitedUntil: new Date(first + lifetimes.dayMs),
  });
});

test("the guess budget is spent by ten and by thirty wrong codes, of API keys only", async () => {
  const tenancy = await createTestTenancy(run.current, {}, roomy);
  const email = newMailbox();
  await enterWrongCodes(tenancy, email, limits.wrongCodesUntilOneAttempt - 1);
  const restriction = async () => (await readMailboxState(tenancy.ctx, email)).backend;
  expect(await restriction()).toMatchObject({ restriction: "none", wrongCodes: 9 });
  await enterWrongCodes(tenancy, email, 1);
  expect(await restriction()).toMatchObject({
    restriction: "one-attempt",
    restrictedUntil: inMs(lifetimes.dayMs),
  });
  await enterWrongCodes(
    tenancy,
    email,
    limits.wrongCodesUntilLongCode - limits.wrongCodesUntilOneAttempt,
  );
  expect(await restriction()).toMatchObject({ restriction: "long-code", wrongCodes: 30 });
  expect((await readMailboxState(tenancy.ctx, email)).visitors.restriction).toBe("none");
  run.current.clock.advance(lifetimes.dayMs);
  expect(await restriction()).toMatchObject({ restriction: "none", wrongCodes: 0 });
});

test("names the visitors' networks that used up their budget, and only this tenancy's", async () => {
  const tenancy = await createHostedTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const email = newMailbox();
  for (let sent = 0; sent < 5; sent++)
    await visit(run.current, tenancy, { address: "203.0.113.7" }).step("send-code", {
      page: "sign-in",
      email,
    });
  const { askedAt } = await run.current.db.visitorBudget.findFirstOrThrow({
    where: { tenancyId: tenancy.id, email },
  });
  const until = new Date((askedAt[0]?.getTime() ?? 0) + lifetimes.challengeWindowMs);
  expect(await readMailboxState(tenancy.ctx, email)).toMatchObject({
    backend: { requestsLeftInTenMinutes: 5 },
    visitors: { requestsLeftInTenMinutes: 5, rateLimitedUntil: null },
    limitedVisitors: [{ visitor: "prefix 203.0.113.0/24", until }],
  });
  expect((await readMailboxState(other.ctx, email)).limitedVisitors).toEqual([]);
  const unused = newMailbox();
  const stateOf = await readMailboxStates(tenancy.ctx, [unused, email]);
  expect([unused, email].map((each) => stateOf(each).limitedVisitors.length)).toEqual([0, 1]);
});
