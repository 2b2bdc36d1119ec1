import { describe, expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import {
  challengeOf,
  createChallenge,
  type CreatedChallenge,
  guess,
  newMailbox,
  verify,
} from "@/testing/challenge-rules";
import { interceptQueries } from "@/testing/intercept-queries";
import { withBroken, withInstances, withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createChallenge as create } from "./create-challenge";
import { verifyChallenge } from "./verify-challenge";

const run = provideService();
const roomy = { challengesPerTenMinutes: 1_000, challengesPerDay: 1_000 };
const defaults = {
  purpose: "login",
  invalidateOthers: false,
  skipRateLimit: false,
  sendEmail: true,
};
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns the tenancy's context, which records the statements that it sends. */
function recording({ ctx }: TestTenancy) {
  const statements: string[] = [];
  const recorded: TenancyContext = {
    ...ctx,
    db: interceptQueries(ctx.db, ({ text }, send) => (statements.push(text), send())),
  };
  return { ctx: recorded, statements };
}

describe("concurrent creations", () => {
  test("share a few statements of one text; each has its own email, audit event and code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx, statements } = recording(tenancy);
    const made = await Promise.all(
      times(40, (index) =>
        create(ctx, {
          ...defaults,
          email: newMailbox(),
          name: `Ada ${index}`,
          userId: `user-${index}`,
          metadata: { index, b: 1, a: 2 },
          sendEmail: index % 2 === 0,
        }),
      ),
    );
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(new Set(statements).size).toBe(1);
    const rows = await run.current.db.challenge.findMany({ where: { tenancyId: tenancy.id } });
    expect(rows).toHaveLength(40);
    for (const [index, { challenge }] of made.entries()) {
      const row = rows.find(({ id }) => id === challenge.challengeId);
      expect(row).toMatchObject({
        emailNormalized: challenge.email,
        name: `Ada ${index}`,
        userId: `user-${index}`,
        attemptsLeft: 5,
        codeDigits: 6,
      });
      expect(JSON.stringify(row?.metadata)).toBe(JSON.stringify({ index, b: 1, a: 2 }));
    }
    const mails = await run.current.db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } });
    expect(mails.map(({ challengeId }) => challengeId).sort()).toEqual(
      made
        .filter((_, index) => index % 2 === 0)
        .map(({ challenge }) => challenge.challengeId)
        .sort(),
    );
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "challenge.created" },
    });
    expect(events.map(({ targetId }) => targetId).sort()).toEqual(
      made.map(({ challenge }) => challenge.challengeId).sort(),
    );
    const verified = await Promise.all(
      made.map(({ challenge: { code = "", ...challenge } }) =>
        verifyChallenge(ctx, { ...challenge, code }),
      ),
    );
    expect(verified.map(({ challenge }) => challenge.challengeId)).toEqual(
      made.map(({ challenge }) => challenge.challengeId),
    );
  });

  test("refuse only the mailbox over its limit and restrict only the one with many wrong codes", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 4 });
    const full = newMailbox();
    const guessed = newMailbox();
    for (let made = 0; made < 4; made++) {
      await challengeOf(tenancy, { email: full });
      const challenge = await challengeOf(tenancy, { email: guessed });
      for (let index = 0; index < 5; index++) await guess(tenancy, challenge, index);
    }
    run.current.clock.advance(599_000);
    await challengeOf(tenancy, { email: full, skipRateLimit: true });
    await tenancy.set({ challengesPerTenMinutes: 5 });
    const replies = await Promise.all(
      [full, guessed, newMailbox(), newMailbox()].map((email) =>
        createChallenge(tenancy, { email }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual([429, 201, 201, 201]);
    expect(replies[0]?.body["retryAfterSeconds"]).toBe(1);
    const made = await run.current.db.challenge.findMany({
      where: {
        tenancyId: tenancy.id,
        id: {
          in: replies
            .slice(1)
            .map(({ body }) => (body["challenge"] as CreatedChallenge).challengeId),
        },
      },
    });
    expect(
      made
        .map(({ emailNormalized, codeDigits, attempts, isRestricted }) => [
          emailNormalized === guessed,
          codeDigits,
          attempts,
          isRestricted,
        ])
        .sort(),
    ).toEqual([
      [false, 6, 5, false],
      [false, 6, 5, false],
      [true, 6, 1, true],
    ]);
    const { askedAt } = await run.current.db.mailbox.findUniqueOrThrow({
      where: { tenancyId_email: { tenancyId: tenancy.id, email: full } },
    });
    expect(askedAt).toHaveLength(5);
  });

  test("skip the limits only for calls that request it, with a cached key or not", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
    const mailboxes = times(4, newMailbox);
    for (const email of mailboxes) await challengeOf(tenancy, { email });
    const send = (email: string, skipRateLimit: boolean) =>
      createChallenge(tenancy, { email, skipRateLimit }).then(({ status }) => status);
    const make = (email: string, skipRateLimit: boolean) =>
      create({ ...tenancy.ctx, client: {} }, { ...defaults, email, skipRateLimit }).then(
        () => 201,
        (error: { status: number }) => error.status,
      );
    for (const ask of [send, make])
      for (const first of [true, false]) {
        const statuses = await Promise.all(
          mailboxes.map((email, index) => ask(email, (index % 2 === 0) === first)),
        );
        expect(statuses).toEqual(first ? [201, 429, 201, 429] : [429, 201, 429, 201]);
      }
  });

  test("count in the order of their times, even if one instance's clock is behind", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 3 });
    const { ctx } = tenancy;
    const email = newMailbox();
    const behind: TenancyContext = { ...ctx, clock: { now: () => ctx.clock.now() - 5_000 } };
    for (const by of [ctx, behind, ctx]) await create(by, { ...defaults, email });
    await expect(create(ctx, { ...defaults, email })).rejects.toMatchObject({
      extra: { retryAfterSeconds: 595 },
    });
    run.current.clock.advance(594_999);
    await expect(create(ctx, { ...defaults, email })).rejects.toMatchObject({
      extra: { retryAfterSeconds: 1 },
    });
    run.current.clock.advance(1);
    await create(ctx, { ...defaults, email });
    const { askedAt } = await run.current.db.mailbox.findUniqueOrThrow({
      where: { tenancyId_email: { tenancyId: tenancy.id, email } },
    });
    const now = ctx.clock.now();
    expect(askedAt.map((at) => at.getTime())).toEqual([
      now - 600_000,
      now - 595_000,
      now - 595_000,
      now,
    ]);
  });

  test("never mix settings, keys or tenancies", async () => {
    const one = await createTestTenancy(run.current, {}, { codeDigits: 8, codeAttempts: 3 });
    const two = await createTestTenancy(run.current);
    const email = newMailbox();
    const limited = (await two.createKey({ scopes: ["challenges"] })).key;
    const replies = await Promise.all([
      ...times(5, () => createChallenge(one, {})),
      ...times(5, () => createChallenge(two, {})),
      ...[one, two].map((tenancy) => createChallenge(tenancy, { email })),
      two.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox(), skipRateLimit: true },
        { authorization: `Bearer ${limited}` },
      ),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([...times(12, () => 201), 403]);
    expect(
      replies.slice(0, 12).map(({ body }) => (body["challenge"] as CreatedChallenge).code.length),
    ).toEqual([...times(5, () => 8), ...times(5, () => 6), 8, 6]);
    const challenges = await run.current.db.challenge.findMany({
      where: { tenancyId: { in: [one.id, two.id] } },
    });
    for (const { tenancyId, attempts } of challenges)
      expect(attempts).toBe(tenancyId === one.id ? 3 : 5);
  });

  test("reach the ceiling exactly, over several instances", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 900 });
    const replies = await withInstances(4, () =>
      Promise.all(times(1_000, () => createChallenge(tenancy, { sendEmail: false }))),
    );
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(900);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(100);
    expect(await run.current.db.challenge.count({ where: { tenancyId: tenancy.id } })).toBe(900);
  });

  test("and verifications for the same mailboxes over eight instances never deadlock", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const mailboxes = times(30, newMailbox);
    const challenges = await Promise.all(mailboxes.map((email) => challengeOf(tenancy, { email })));
    const shuffled = (seed: number) => times(30, (index) => (index * 7 + seed * 11) % 30);
    const ask = (seed: number, index: number) =>
      seed % 2 === 0
        ? createChallenge(tenancy, { email: mailboxes[index], invalidateOthers: seed === 6 })
        : guess(tenancy, challenges[index] as CreatedChallenge, seed);
    const failures: unknown[] = [];
    const db = interceptQueries(run.current.db, (_statement, send) =>
      send().catch((error: unknown) => {
        failures.push(error);
        throw error;
      }),
    );
    const replies = await withBroken({ db }, () =>
      withInstances(8, () =>
        Promise.all(times(8, (seed) => shuffled(seed).map((index) => ask(seed, index))).flat()),
      ),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 400]));
    expect(failures).toEqual([]);
    const rows = await run.current.db.mailbox.findMany({ where: { tenancyId: tenancy.id } });
    expect(rows.map(({ askedAt }) => askedAt.length)).toEqual(times(30, () => 5));
  });
});

test("two processes that invalidate each other's challenges create each, and one stays pending", async () => {
  const tenancy = await createTestTenancy(run.current, {}, roomy);
  const body = { ...defaults, invalidateOthers: true, userId: "ada", sendEmail: false };
  await withOtherInstance(async ({ shareOf, takeTurn, coalesce }) => {
    const processes: TenancyContext[] = [
      { ...tenancy.ctx, db: run.current.shareOf(tenancy.id) },
      { ...tenancy.ctx, db: shareOf(tenancy.id), takeTurn, coalesce },
    ];
    for (let round = 1; round <= 30; round++) {
      await Promise.all(processes.map((ctx) => create(ctx, { ...body, email: newMailbox() })));
      const made = await run.current.db.challenge.findMany({ where: { tenancyId: tenancy.id } });
      expect([made.length, made.filter(({ deletedAt }) => deletedAt === null).length]).toEqual([
        2 * round,
        1,
      ]);
    }
  });
});

describe("concurrent verifications", () => {
  test("get separate verdicts from a few shared statements", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { codeAttempts: 3 });
    const { ctx, statements } = recording(tenancy);
    const of = async () => challengeOf(tenancy);
    const expired = await of();
    run.current.clock.advance(600_000);
    const used = await of();
    const spent = await of();
    await verify(tenancy, used);
    for (let index = 0; index < 3; index++) await guess(tenancy, spent, index);
    const [right, bad, foreign, ...others] = [
      await of(),
      await of(),
      await of(),
      ...(await Promise.all(times(20, of))),
    ];
    const wrong = String((Number(bad.code) + 1) % 1_000_000).padStart(6, "0");
    const guesses = [
      used,
      spent,
      expired,
      right,
      { ...bad, code: wrong },
      { ...foreign, secret: right.secret },
      { ...right, challengeId: "unknown" },
      ...others,
    ];
    const outcomes = await Promise.allSettled(guesses.map((one) => verifyChallenge(ctx, one)));
    expect(
      outcomes.map((outcome) =>
        outcome.status === "fulfilled"
          ? outcome.value.challenge.challengeId
          : (outcome.reason as { tag: string }).tag,
      ),
    ).toEqual([
      "@error/InvalidChallenge",
      "@error/ChallengeAttemptsExceeded",
      "@error/ChallengeExpired",
      right.challengeId,
      "@error/InvalidChallengeCode",
      "@error/InvalidChallenge",
      "@error/InvalidChallenge",
      ...others.map(({ challengeId }) => challengeId),
    ]);
    expect(statements.length).toBeLessThanOrEqual(3);
    const leftOf = async ({ challengeId: id }: CreatedChallenge) =>
      (
        await run.current.db.challenge.findUniqueOrThrow({
          where: { tenancyId_id: { tenancyId: tenancy.id, id } },
        })
      ).attemptsLeft;
    expect([await leftOf(bad), await leftOf(foreign), await leftOf(right)]).toEqual([2, 3, 2]);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "challenge.verified" },
      }),
    ).toBe(22);
  });

  test("of one mailbox count each other's wrong codes, so a right code after the last attempt fails", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    const first = await challengeOf(tenancy, { email });
    for (let index = 0; index < 5; index++) await guess(tenancy, first, index);
    const challenges = await Promise.all(times(8, () => challengeOf(tenancy, { email })));
    const wrongFor = ({ code }: CreatedChallenge) =>
      String((Number(code) + 1) % 1_000_000).padStart(6, "0");
    // In their order: right, five wrong ones that use up the ten, then right and wrong.
    const guesses = challenges.map((challenge, index) =>
      index === 0 || index === 6 ? challenge : { ...challenge, code: wrongFor(challenge) },
    );
    const { ctx, statements } = recording(tenancy);
    const outcomes = await Promise.allSettled(guesses.map((one) => verifyChallenge(ctx, one)));
    expect(statements).toHaveLength(1);
    expect(
      outcomes.map((outcome) =>
        outcome.status === "fulfilled" ? "right" : (outcome.reason as { tag: string }).tag,
      ),
    ).toEqual([
      "right",
      ...times(5, () => "@error/InvalidChallengeCode"),
      ...times(2, () => "@error/ChallengeAttemptsExceeded"),
    ]);
    const remaining = outcomes.flatMap((outcome) =>
      outcome.status === "rejected"
        ? ((outcome.reason as { extra: { attemptsRemaining?: number } }).extra.attemptsRemaining ??
          [])
        : [],
    );
    expect(remaining).toEqual([4, 3, 2, 1, 0]);
    const { wrongAt } = await run.current.db.mailbox.findUniqueOrThrow({
      where: { tenancyId_email: { tenancyId: tenancy.id, email } },
    });
    expect(wrongAt).toHaveLength(10);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "challenge.guess-budget-spent" },
      }),
    ).toBe(1);
  });
});
