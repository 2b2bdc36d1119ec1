import { describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import type { RunStatement } from "@/lib/domain/context";
import type { ApiReply } from "@/lib/testing/api-client";
import { withBroken, withLostDatabase } from "@/lib/testing/other-instance";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import type { Prisma } from "@/prisma/generated/client";
import {
  challengeOf,
  createChallenge,
  guess,
  newMailbox,
  verify,
  type CreatedChallenge,
} from "@/tests/support/challenge-rules";
import { provideService } from "@/tests/support/provide-service";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();

/** Runs handlers, and tells the statements that they sent past Prisma. */
async function statementsOf<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statements: string[] }> {
  const statements: string[] = [];
  const listening: RunStatement = (statement) => (
    statements.push(statement.sql),
    run.current.run(statement)
  );
  const result = await withBroken({ run: listening }, work);
  return { result, statements };
}

/** A tenancy whose key this process remembers. */
async function knownTenancy(
  settings: Prisma.TenancyUpdateInput = {},
): Promise<TestTenancy & { pending: CreatedChallenge }> {
  const tenancy = await createTestTenancy(run.current, {}, settings);
  const pending = await challengeOf(tenancy);
  return { ...tenancy, pending };
}

/** All that the endpoints could have changed for a tenancy. */
async function contentsOf({ id }: TestTenancy) {
  const { db } = run.current;
  const where = { tenancyId: id };
  const [challenges, mails, mailboxes, created] = await Promise.all([
    db.challenge.findMany({ where, orderBy: { id: "asc" } }),
    db.outboxMail.count({ where }),
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
const falls: [what: string, fall: (tenancy: TestTenancy) => Promise<unknown>][] = [
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
    "of another secret",
    ({ apiKeyId }) =>
      run.current.db.apiKey.updateMany({
        where: { id: apiKeyId },
        data: { hash: Buffer.alloc(32) },
      }),
  ],
  [
    "expired by hand",
    ({ apiKeyId }) =>
      run.current.db.apiKey.updateMany({ where: { id: apiKeyId }, data: { expiresAt: now() } }),
  ],
  ["gone", ({ apiKeyId }) => run.current.db.apiKey.deleteMany({ where: { id: apiKeyId } })],
  ["of a suspended tenancy", ({ set }) => set({ suspendedAt: now() })],
  ["of a deleted tenancy", ({ set }) => set({ suspendedAt: now(), deletedAt: now() })],
];

const asked: [
  request: string,
  ask: (tenancy: TestTenancy & { pending: CreatedChallenge }) => Promise<ApiReply>,
][] = [
  ["sending a code", (tenancy) => createChallenge(tenancy)],
  [
    "sending one in the place of others",
    (tenancy) => createChallenge(tenancy, { invalidateOthers: true }),
  ],
  ["checking the right code", (tenancy) => verify(tenancy, tenancy.pending)],
  ["checking a wrong one", (tenancy) => guess(tenancy, tenancy.pending)],
];

describe("a key of the last minute", () => {
  test("is proved by the statement itself: one in all, for a code that is sent, refused, checked or guessed wrong", async () => {
    const tenancy = await knownTenancy({ challengesPerTenMinutes: 2 });
    const email = newMailbox();
    const one = async (work: () => Promise<{ status: number }>) => {
      const { result, statements } = await statementsOf(work);
      expect(statements[0]).toContain("caller AS (SELECT 1 FROM");
      return [result.status, statements.length];
    };
    expect(await one(() => createChallenge(tenancy, { email }))).toEqual([201, 1]);
    expect(await one(() => verify(tenancy, tenancy.pending))).toEqual([200, 1]);
    const second = await challengeOf(tenancy, { email });
    expect(await one(() => guess(tenancy, second))).toEqual([400, 1]);
    expect(
      await one(() => verify(tenancy, { ...second, challengeId: run.current.createId() })),
    ).toEqual([400, 1]);
    // One more tells for how long.
    expect(await one(() => createChallenge(tenancy, { email }))).toEqual([429, 2]);
  });

  // A key of its own for each, since the first refusal lets it be forgotten.
  test.each(
    falls.flatMap(([what, fall]) =>
      asked.map(([request, ask]) => [what, request, fall, ask] as const),
    ),
  )(
    "that is %s since changes nothing by %s, and gets the same answer as ever",
    async (_what, _request, fall, ask) => {
      const tenancy = await knownTenancy();
      await fall(tenancy);
      const before = await contentsOf(tenancy);
      expect(await ask(tenancy)).toMatchObject(forbidden);
      expect(await contentsOf(tenancy)).toEqual(before);
    },
  );

  test.each(falls)("that is %s since learns nothing of what it sends", async (_what, fall) => {
    const tenancy = await knownTenancy();
    await fall(tenancy);
    for (const body of [{ email: "nobody" }, { purpose: 7 }, { skipRateLimit: "yes" }])
      expect(await createChallenge(tenancy, body)).toMatchObject(forbidden);
    expect(await tenancy.backend("POST", "challenges/verify", {})).toMatchObject(forbidden);
  });

  test("that fell is forgotten, and good again at once when it is unlocked", async () => {
    const tenancy = await knownTenancy();
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(2);
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(1);
    await unlockApiKey(tenancy.ctx, tenancy.apiKeyId);
    expect(await createChallenge(tenancy)).toMatchObject({ status: 201 });
    expect((await statementsOf(() => createChallenge(tenancy))).statements).toHaveLength(1);
  });

  test("works under the tenancy's settings and its own scopes as they are now", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { id, key } = await tenancy.createKey({ scopes: ["challenges"] });
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
      data: { scopes: ["challenges", "challenges:skip-rate-limit"] },
    });
    expect(await create({ skipRateLimit: true })).toMatchObject({ status: 201 });
    await run.current.db.apiKey.updateMany({ where: { id }, data: { scopes: ["challenges"] } });
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

  test("is looked up once a minute, so that its use is noted", async () => {
    const tenancy = await knownTenancy();
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

  test("is nobody's at another tenancy, and no other key's", async () => {
    const [one, other] = [await knownTenancy(), await knownTenancy()];
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

  test("pays one attempt for one wrong code, and verifies once of 100 at once", async () => {
    const tenancy = await knownTenancy();
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

  test("without a database is 503, and nothing is tried again that may have been done", async () => {
    const tenancy = await knownTenancy();
    await withLostDatabase(async () => {
      expect(await createChallenge(tenancy)).toMatchObject({ status: 503 });
      expect(await createChallenge(tenancy, { email: "nobody" })).toMatchObject({ status: 503 });
    });
    let tried = 0;
    const broken: RunStatement = async (statement) => {
      tried++;
      await run.current.run(statement);
      throw Object.assign(new Error("cut off"), { code: "ECONNRESET" });
    };
    const { challenges } = await contentsOf(tenancy);
    expect(await withBroken({ run: broken }, () => createChallenge(tenancy))).toMatchObject({
      status: 503,
    });
    expect(tried).toBe(1);
    expect((await contentsOf(tenancy)).challenges).toHaveLength(challenges.length + 1);
  });

  test("revoked while 100 ask: whoever was answered has a challenge, nobody else does, and whoever comes later is refused", async () => {
    const tenancy = await knownTenancy();
    const early = Array.from({ length: 100 }, () => createChallenge(tenancy));
    const revoked = revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
    const replies = await Promise.all(early);
    await revoked;
    const late = await Promise.all(
      Array.from({ length: limits.coalesce.maxBatchSize }, () => createChallenge(tenancy)),
    );
    for (const reply of late) expect(reply).toMatchObject(forbidden);
    const made = replies.filter(({ status }) => status === 201);
    for (const reply of replies.filter(({ status }) => status !== 201))
      expect(reply).toMatchObject(forbidden);
    expect((await contentsOf(tenancy)).challenges).toHaveLength(made.length + 1);
  });

  test("is proved by itself where two keys of a tenancy ask at once", async () => {
    const tenancy = await knownTenancy();
    const { id, key } = await tenancy.createKey();
    const other = { authorization: `Bearer ${key}` };
    const create = () =>
      tenancy.backend("POST", "challenges", { purpose: "login", email: newMailbox() }, other);
    const [own, others] = [
      await Promise.all(Array.from({ length: 10 }, () => challengeOf(tenancy))),
      await Promise.all(Array.from({ length: 10 }, () => challengeOf(tenancy))),
    ];
    for (const fallen of [
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
      for (const [mine, refused] of await fallen()) {
        expect([200, 201]).toContain(mine.status);
        expect(refused).toMatchObject(forbidden);
      }
    }
  });
});
