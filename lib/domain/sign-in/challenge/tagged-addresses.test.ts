import { describe, expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { limits } from "@/lib/limits";
import { challengeOf, createChallenge, guess, verify } from "@/testing/challenge-rules";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createVisitorChallenge } from "./create-challenge";
import { readMailboxState } from "./mailbox-state";

// Most email servers deliver user+tag@ to user@.

const run = provideService();
const plain = "ada@example.com";
const tagged = (index: number | string) => `ada+${index}@example.com`;
const limited = { status: 429, body: { _tag: "@error/ChallengeRateLimited" } };
const exceeded = { status: 400, body: { _tag: "@error/ChallengeAttemptsExceeded" } };
const addresses = (count: number) => Array.from({ length: count }, (_, index) => tagged(index));

const ask = (tenancy: TestTenancy, email: string, address = "203.0.113.7") =>
  visit(run.current, tenancy, { address }).step("send-code", { page: "sign-in", email });

async function enterWrong(tenancy: TestTenancy, emails: string[]): Promise<void> {
  for (const email of emails) await guess(tenancy, await challengeOf(tenancy, { email }));
}

describe("codes that visitors request", () => {
  test("share one budget of a network for all tags of an address", async () => {
    const tenancy = await createHostedTenancy(run.current);
    for (const email of [plain, ...addresses(4)])
      expect((await ask(tenancy, email)).status).toBe(200);
    expect(await ask(tenancy, tagged("new"))).toMatchObject({
      ...limited,
      body: { retryAfterSeconds: 600 },
    });
    expect(await ask(tenancy, plain)).toMatchObject(limited);
    expect((await ask(tenancy, "bob+ada@example.com")).status).toBe(200);
  });

  test("share one budget of all networks", async () => {
    const tenancy = await createHostedTenancy(run.current);
    for (let network = 0; network < 10; network++)
      expect((await ask(tenancy, tagged(network), `198.51.${network}.1`)).status).toBe(200);
    expect(await ask(tenancy, plain, "198.51.100.1")).toMatchObject(limited);
  });
});

describe("codes that a backend requests", () => {
  test("have a limit per exact address, and ten times that for all tags together", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (let count = 0; count < 5; count++) await challengeOf(tenancy, { email: tagged("x") });
    for (let count = 0; count < 20; count++)
      expect(await createChallenge(tenancy, { email: tagged("x") })).toMatchObject(limited);
    // The refused ones above counted nowhere.
    for (const email of addresses(45)) await challengeOf(tenancy, { email });
    for (const email of [tagged("new"), plain])
      expect(await createChallenge(tenancy, { email })).toMatchObject({
        ...limited,
        body: { retryAfterSeconds: 600 },
      });
    expect((await readMailboxState(tenancy.ctx, plain)).backend).toMatchObject({
      requestsLeftInTenMinutes: 0,
      rateLimitedUntil: new Date(run.current.clock.now() + 600_000),
    });
    expect((await createChallenge(tenancy, { email: "bob@example.com" })).status).toBe(201);
    expect((await createChallenge(tenancy, { email: plain, skipRateLimit: true })).status).toBe(
      201,
    );
    run.current.clock.advance(600_000);
    for (const email of [tagged("x"), plain]) await challengeOf(tenancy, { email });
  });

  test("are exact for 120 concurrent tags over eight instances", async () => {
    const tenancy = await createTestTenancy(run.current);
    const replies = await withInstances(8, () =>
      Promise.all([plain, ...addresses(119)].map((email) => createChallenge(tenancy, { email }))),
    );
    const created = replies.filter(({ status }) => status === 201);
    expect([created.length, replies.length - created.length]).toEqual([50, 70]);
  });
});

describe("wrong codes", () => {
  test("of all tags count for each of them, and for the address without a tag", async () => {
    const tenancy = await createTestTenancy(run.current);
    const pending = await challengeOf(tenancy, { email: plain });
    const other = await challengeOf(tenancy, { email: "bob@example.com" });
    await enterWrong(tenancy, addresses(limits.wrongCodesUntilOneAttempt));
    expect(await verify(tenancy, pending)).toMatchObject(exceeded);
    expect((await verify(tenancy, other)).status).toBe(200);
    const { challengeId: id } = await challengeOf(tenancy, { email: tagged("new") });
    const where = { tenancyId_id: { tenancyId: tenancy.id, id } };
    expect(await run.current.db.challenge.findUniqueOrThrow({ where })).toMatchObject({
      attempts: 1,
      isRestricted: true,
    });
    expect((await readMailboxState(tenancy.ctx, tagged("any"))).backend).toMatchObject({
      wrongCodes: limits.wrongCodesUntilOneAttempt,
      restriction: "one-attempt",
    });
  });

  test("at visitors' codes count the same way, apart from the backend's", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const ctx: TenancyContext = { ...tenancy.ctx, actor: { kind: "browser" } };
    const create = async (email: string, index: number) => {
      const visitor = { address: `198.51.${index}.1` };
      const body = { purpose: "sign-in", email, sendEmail: false, visitor };
      return (await createVisitorChallenge(ctx, body)).challenge;
    };
    for (let index = 0; index < 5; index++) {
      const challenge = await create(tagged(index), index);
      await guess(tenancy, challenge, 0);
      await guess(tenancy, challenge, 1);
    }
    expect(await verify(tenancy, await challengeOf(tenancy, { email: plain }))).toMatchObject({
      status: 200,
    });
    const { challengeId: id } = await create(plain, 9);
    const where = { tenancyId_id: { tenancyId: tenancy.id, id } };
    expect((await run.current.db.challenge.findUniqueOrThrow({ where })).attempts).toBe(1);
  });

  test("of tags in one statement count, too", async () => {
    const tenancy = await createTestTenancy(run.current);
    const emails = addresses(2 * limits.wrongCodesUntilOneAttempt);
    const pending = await Promise.all(emails.map((email) => challengeOf(tenancy, { email })));
    const replies = await Promise.all(pending.map((challenge) => guess(tenancy, challenge)));
    const counted = replies.filter(({ body }) => body._tag === "@error/InvalidChallengeCode");
    expect(counted).toHaveLength(limits.wrongCodesUntilOneAttempt);
  });
});

describe("identity and erasure", () => {
  const userWith = async (tenancy: TestTenancy, email: string) => {
    const { status, body } = await tenancy.backend("POST", "passkey/registration/authorize", {
      username: email,
    });
    expect(status).toBe(200);
    const { id: tenancyId } = tenancy;
    const now = new Date(run.current.clock.now());
    const sub = run.current.createId();
    const owned = { email, emailNormalized: email, emailOwned: true };
    await run.current.db.user.create({
      data: { tenancyId, sub, ...owned, selfService: false, createdAt: now, updatedAt: now },
    });
    return { sub, body };
  };
  const wrongCodesOf = async (tenancy: TestTenancy) =>
    (await readMailboxState(tenancy.ctx, plain)).backend.wrongCodes;

  test.each([
    ["the address with a tag", tagged("x"), plain],
    ["the address without a tag", plain, tagged("x")],
    ["one of two tags", tagged("x"), tagged("y")],
  ])(
    "erasing the user of %s keeps the counters that another user shares",
    async (_name, erased, kept) => {
      const tenancy = await createHostedTenancy(run.current);
      const { sub } = await userWith(tenancy, erased);
      await userWith(tenancy, kept);
      await enterWrong(tenancy, addresses(3));
      await ask(tenancy, kept);
      await eraseUser(tenancy.ctx, sub);
      expect(await wrongCodesOf(tenancy)).toBe(3);
      expect(await run.current.db.visitorBudget.count({ where: { tenancyId: tenancy.id } })).toBe(
        1,
      );
    },
  );

  test("erasing a user keeps the counters that a pending code of another address shares", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { sub } = await userWith(tenancy, plain);
    await enterWrong(tenancy, [tagged("x")]);
    await eraseUser(tenancy.ctx, sub);
    expect(await wrongCodesOf(tenancy)).toBe(1);
  });

  test.each([plain, tagged("x")])(
    "erasing the only user of %s deletes the counters",
    async (email) => {
      const tenancy = await createHostedTenancy(run.current);
      const { sub } = await userWith(tenancy, email);
      await enterWrong(tenancy, [email]);
      await ask(tenancy, email);
      await eraseUser(tenancy.ctx, sub);
      const where = { tenancyId: tenancy.id };
      expect([
        await run.current.db.mailbox.count({ where }),
        await run.current.db.visitorBudget.count({ where }),
      ]).toEqual([0, 0]);
    },
  );
});
