import { describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import type { ApiReply } from "@/testing/api-client";
import {
  challengeOf,
  createChallenge,
  type CreatedChallenge,
  guess,
  newMailbox,
  verify,
} from "@/testing/challenge-rules";
import { interceptQueries } from "@/testing/intercept-queries";
import { withBroken, withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();

/** Runs handlers and records the statements that they send without Prisma. */
async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const db = interceptQueries(run.current.db, ({ sql }, send) => (statements.push(sql), send()));
  const result = await withBroken({ db }, work);
  return { result, statements };
}

/** Creates a tenancy whose key is in the cache. */
async function tenancyWithCachedKey(
  settings: Prisma.TenancyUpdateInput = {},
): Promise<TestTenancy & { pending: CreatedChallenge }> {
  const tenancy = await createTestTenancy(run.current, {}, settings);
  const pending = await challengeOf(tenancy);
  return { ...tenancy, pending };
}

/** Reads everything that the endpoints could have changed in a tenancy. */
async function contentsOf({ id }: TestTenancy) {
  const { db } = run.current;
  const where = { tenancyId: id };
  const [challenges, mails, mailboxes, created] = await Promise.all([
    db.challenge.findMany({ where, orderBy: { id: "asc" } }),
    db.outboxEmail.count({ where }),
    db.mailbox.findMany({ where, orderBy: { email: "asc" } }),
    db.auditEvent.count({ where: { ...where, targetKind: "challenge" } }),
  ]);
  return { challenges, mails, mailboxes, created };
}

const forbidden = {
  status: 403,
  body: {
    _tag: "@error/Forbidden",
    message: "The API key is missing, not valid here, or lacks the scope.",
  },
};

const now = () => new Date(run.current.clock.now());
const changes: [what: string, change: (tenancy: TestTenancy) => Promise<unknown>][] = [
  ["locked", ({ ctx, apiKeyId }) => lockApiKey(ctx, apiKeyId)],
  ["revoked", ({ ctx, apiKeyId }) => revokeApiKey(ctx, apiKeyId)],
  [
    "without its scope",
    ({ apiKeyId }) =>
      run.current.db.apiKey.updateMany({
        where: { id: apiKeyId },
        data: { scopes: ["users:read"] },
      }),
  ],
  [
    "set to expired",
    ({ apiKeyId }) =>
      run.current.db.apiKey.updateMany({ where: { id: apiKeyId }, data: { expiresAt: now() } }),
  ],
  ["deleted", ({ apiKeyId }) => run.current.db.apiKey.deleteMany({ where: { id: apiKeyId } })],
  ["in a suspended tenancy", ({ set }) => set({ suspendedAt: now() })],
  ["in a deleted tenancy", ({ set }) => set({ suspendedAt: now(), deletedAt: now() })],
];

const requests: [
  request: string,
  send: (tenancy: TestTenancy & { pending: CreatedChallenge }) => Promise<ApiReply>,
][] = [
  ["create a challenge", (tenancy) => createChallenge(tenancy)],
  ["replace earlier challenges", (tenancy) => createChallenge(tenancy, { invalidateOthers: true })],
  ["verify the right code", (tenancy) => verify(tenancy, tenancy.pending)],
  ["verify a wrong code", (tenancy) => guess(tenancy, tenancy.pending)],
];

describe("a cached key", () => {
  test("is revalidated by the one statement that creates or verifies a challenge", async () => {
    const tenancy = await tenancyWithCachedKey({ challengesPerTenMinutes: 2 });
    const email = newMailbox();
    const one = async (work: () => Promise<{ status: number }>) => {
      const { result, statements } = await statementsOf(work);
      expect(statements[0]).toContain(`k."scopes" =`);
      return [result.status, statements.length];
    };
    expect(await one(() => createChallenge(tenancy, { email }))).toEqual([201, 1]);
    expect(await one(() => verify(tenancy, tenancy.pending))).toEqual([200, 1]);
    const second = await challengeOf(tenancy, { email });
    expect(await one(() => guess(tenancy, second))).toEqual([400, 1]);
    expect(
      await one(() => verify(tenancy, { ...second, challengeId: run.current.createId() })),
    ).toEqual([400, 1]);
    // The second statement computes Retry-After.
    expect(await one(() => createChallenge(tenancy, { email }))).toEqual([429, 2]);
  });

  // Each case creates its own key, because a refusal removes the key from the cache.
  test.each(
    changes.flatMap(([what, change]) =>
      requests.map(([request, send]) => [what, request, change, send] as const),
    ),
  )(
    "that is %s after caching cannot %s, and gets the usual Forbidden",
    async (_what, _request, change, send) => {
      const tenancy = await tenancyWithCachedKey();
      await change(tenancy);
      const before = await contentsOf(tenancy);
      expect(await send(tenancy)).toMatchObject(forbidden);
      expect(await contentsOf(tenancy)).toEqual(before);
    },
  );

  test.each(changes)(
    "that is %s after caching gets Forbidden instead of validation errors",
    async (_what, change) => {
      const tenancy = await tenancyWithCachedKey();
      await change(tenancy);
      for (const body of [{ email: "nobody" }, { purpose: 7 }, { skipRateLimit: "yes" }])
        expect(await createChallenge(tenancy, body)).toMatchObject(forbidden);
      expect(await tenancy.backend("POST", "challenges/verify", {})).toMatchObject(forbidden);
    },
  );

  test("leaves the cache when locked, and works immediately once unlocked", async () => {
    const tenancy = await tenancyWithCachedKey();
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(2);
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(1);
    await unlockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect(await createChallenge(tenancy)).toMatchObject({ status: 201 });
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(1);
  });

  test("uses the tenancy's current settings and its own current scopes", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { id, key } = await tenancy.createKey({ scopes: ["challenges", "challenges:read-code"] });
    const create = (body: object = {}) =>
      tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox(), ...body },
        { authorization: `Bearer ${key}` },
      );
    expect(await create()).toMatchObject({
      status: 201,
      body: { challenge: { code: expect.stringMatching(/^\d{6}$/) } },
    });
    await tenancy.set({ codeDigits: 8 });
    expect(await create()).toMatchObject({
      status: 201,
      body: { challenge: { code: expect.stringMatching(/^\d{8}$/) } },
    });
    expect(await create({ skipRateLimit: true })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("challenges:skip-rate-limit") },
    });
    await run.current.db.apiKey.updateMany({
      where: { id },
      data: { scopes: ["challenges", "challenges:read-code", "challenges:skip-rate-limit"] },
    });
    expect(await create({ skipRateLimit: true })).toMatchObject({ status: 201 });
    await run.current.db.apiKey.updateMany({
      where: { id },
      data: { scopes: ["challenges", "challenges:read-code"] },
    });
    expect(await create({ skipRateLimit: true })).toMatchObject({ status: 403 });
  });

  test("expires to the millisecond", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { key } = await tenancy.createKey({ expiresAt: run.current.clock.now() + 10 });
    const create = () =>
      tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox() },
        { authorization: `Bearer ${key}` },
      );
    expect((await create()).status).toBe(201);
    run.current.clock.advance(9);
    expect((await create()).status).toBe(201);
    run.current.clock.advance(1);
    expect(await create()).toMatchObject(forbidden);
  });

  test("is looked up once a minute to record its use", async () => {
    const tenancy = await tenancyWithCachedKey();
    const lastUsed = async () =>
      (
        await run.current.db.apiKey.findFirstOrThrow({ where: { id: tenancy.apiKeyId } })
      ).lastUsedAt?.getTime();
    const start = run.current.clock.now();
    expect(await lastUsed()).toBe(start);
    run.current.clock.advance(59_999);
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(1);
    expect(await lastUsed()).toBe(start);
    run.current.clock.advance(1);
    await createChallenge(tenancy);
    expect(await lastUsed()).toBe(start + 60_000);
  });

  test("is refused at another tenancy, and admits no other key", async () => {
    const one = await tenancyWithCachedKey();
    const other = await tenancyWithCachedKey();
    const at = (tenancy: TestTenancy, key: string) =>
      tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox() },
        { authorization: `Bearer ${key}` },
      );
    expect(await at(other, one.apiKey)).toMatchObject(forbidden);
    expect(await at(one, other.apiKey)).toMatchObject(forbidden);
    expect(await at(one, `${one.apiKey}x`)).toMatchObject(forbidden);
    expect(await at(one, one.apiKey)).toMatchObject({ status: 201 });
  });

  test("uses one attempt per wrong code, and verifies once in 100 concurrent requests", async () => {
    const tenancy = await tenancyWithCachedKey();
    expect(await guess(tenancy, tenancy.pending)).toMatchObject({
      status: 400,
      body: { attemptsRemaining: 4 },
    });
    const replies = await Promise.all(
      Array.from({ length: 100 }, () => verify(tenancy, tenancy.pending)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body["_tag"] === "@error/InvalidChallenge")).toHaveLength(
      99,
    );
  });

  test("returns 503 without a database, and never retries a statement that may have run", async () => {
    const tenancy = await tenancyWithCachedKey();
    await withLostDatabase(async () => {
      expect(await createChallenge(tenancy)).toMatchObject({ status: 503 });
      expect(await createChallenge(tenancy, { email: "nobody" })).toMatchObject({ status: 503 });
    });
    let attempts = 0;
    const broken = interceptQueries(run.current.db, async (_statement, send) => {
      attempts++;
      await send();
      throw Object.assign(new Error("cut off"), { code: "ECONNRESET" });
    });
    const { challenges } = await contentsOf(tenancy);
    expect(await withBroken({ db: broken }, () => createChallenge(tenancy))).toMatchObject({
      status: 503,
    });
    expect(attempts).toBe(1);
    expect((await contentsOf(tenancy)).challenges).toHaveLength(challenges.length + 1);
  });

  test("revoked during 100 requests: each 201 has its challenge, all later requests are refused", async () => {
    const tenancy = await tenancyWithCachedKey();
    const early = Array.from({ length: 100 }, () => createChallenge(tenancy));
    const revoked = revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
    const replies = await Promise.all(early);
    await revoked;
    const late = await Promise.all(
      Array.from({ length: limits.coalesce.maxBatchSize }, () => createChallenge(tenancy)),
    );
    for (const reply of late) expect(reply).toMatchObject(forbidden);
    const created = replies.filter(({ status }) => status === 201);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(reply).toMatchObject(forbidden);
    expect((await contentsOf(tenancy)).challenges).toHaveLength(created.length + 1);
  });

  test("is revalidated separately from another key of the tenancy", async () => {
    const tenancy = await tenancyWithCachedKey();
    const { id, key } = await tenancy.createKey();
    const other = { authorization: `Bearer ${key}` };
    const create = () =>
      tenancy.backend("POST", "challenges", { purpose: "login", email: newMailbox() }, other);
    const own = await Promise.all(Array.from({ length: 10 }, () => challengeOf(tenancy)));
    const others = await Promise.all(Array.from({ length: 10 }, () => challengeOf(tenancy)));
    for (const sendPairs of [
      () =>
        Promise.all(
          Array.from({ length: 10 }, () => Promise.all([createChallenge(tenancy), create()])),
        ),
      () =>
        Promise.all(
          own.map((challenge, index) =>
            Promise.all([
              verify(tenancy, challenge),
              tenancy.backend("POST", "challenges/verify", others[index], other),
            ]),
          ),
        ),
    ]) {
      await unlockApiKey(tenancy.ctx, id);
      expect((await create()).status).toBe(201);
      await lockApiKey(tenancy.ctx, id);
      for (const [mine, refused] of await sendPairs()) {
        expect([200, 201]).toContain(mine.status);
        expect(refused).toMatchObject(forbidden);
      }
    }
  });
});
