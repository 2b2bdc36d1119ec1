import { describe, expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import {
  challengeOf,
  createChallenge,
  type CreatedChallenge,
  guess,
  newMailbox,
  verify,
} from "@/testing/challenge-rules";
import { createHostedTenancy, visit } from "@/testing/hosted-visitor";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createVisitorChallenge } from "./create-challenge";

const run = provideService();
const hour = 3_600_000;
const roomy = { challengesPerTenMinutes: 1_000, challengesPerDay: 1_000 };
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const wrong = (attemptsRemaining: number) => ({
  status: 400,
  body: { _tag: "@error/InvalidChallengeCode", attemptsRemaining },
});
const exceeded = { status: 400, body: { _tag: "@error/ChallengeAttemptsExceeded" } };
const rowOf = ({ id: tenancyId }: TestTenancy, { challengeId: id }: { challengeId: string }) =>
  run.current.db.challenge.findUniqueOrThrow({ where: { tenancyId_id: { tenancyId, id } } });

/** Enters wrong codes for a mailbox, at API-key challenges that don't expire meanwhile. */
async function enterWrong(tenancy: TestTenancy, email: string, wrongCodes: number): Promise<void> {
  for (let left = wrongCodes; left > 0;) {
    const challenge = await challengeOf(tenancy, { email });
    const { attempts } = await rowOf(tenancy, challenge);
    for (let index = 0; index < attempts && left > 0; index++, left--)
      expect((await guess(tenancy, challenge, index)).body._tag).toBe(
        "@error/InvalidChallengeCode",
      );
  }
}

/** Creates a visitor's challenge with its secret, which the hosted pages keep encrypted. */
async function visitorChallenge({ ctx }: TestTenancy, email: string): Promise<CreatedChallenge> {
  const visitor: TenancyContext = { ...ctx, actor: { kind: "browser" } };
  const { challenge } = await createVisitorChallenge(visitor, {
    purpose: "sign-in",
    email,
    sendEmail: false,
    visitor: { address: "203.0.113.7" },
  });
  return challenge;
}

describe("the wrong codes of a mailbox", () => {
  test("after ten, pending challenges end and new ones allow one attempt at a code of normal length", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    const mine = await challengeOf(tenancy, { email });
    await enterWrong(tenancy, email, 8);
    const last = await challengeOf(tenancy, { email, purpose: "sign-up" });
    expect(await guess(tenancy, last)).toMatchObject(wrong(1));
    expect(await guess(tenancy, last)).toMatchObject(wrong(0));
    for (const reply of [
      await verify(tenancy, mine),
      await guess(tenancy, mine),
      await verify(tenancy, { ...mine, code: "" }),
      await verify(tenancy, last),
    ])
      expect(reply).toMatchObject(exceeded);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "challenge.guess-budget-spent" },
      }),
    ).toBe(1);

    const restricted = await challengeOf(tenancy, { email });
    expect(restricted.code).toMatch(/^\d{6}$/);
    expect(await rowOf(tenancy, restricted)).toMatchObject({
      attempts: 1,
      attemptsLeft: 1,
      isRestricted: true,
      codeDigits: 6,
    });
    expect(await verify(tenancy, { ...restricted, code: "" })).toMatchObject(wrong(1));
    expect((await verify(tenancy, restricted)).status).toBe(200);
    expect(await rowOf(tenancy, await challengeOf(tenancy))).toMatchObject({
      attempts: 5,
      isRestricted: false,
    });
  });

  test("after thirty, pending short codes end too and new codes have ten digits", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    await enterWrong(tenancy, email, 28);
    const one = await challengeOf(tenancy, { email });
    const two = await challengeOf(tenancy, { email });
    const three = await challengeOf(tenancy, { email });
    expect(await guess(tenancy, one)).toMatchObject(wrong(0));
    expect(await guess(tenancy, two)).toMatchObject(wrong(0));
    expect(await verify(tenancy, three)).toMatchObject(exceeded);
    for (let made = 0; made < 3; made++) {
      const long = await challengeOf(tenancy, { email });
      expect(long.code).toMatch(/^\d{10}$/);
      expect(await rowOf(tenancy, long)).toMatchObject({ attempts: 1, codeDigits: 10 });
      expect(await verify(tenancy, { ...long, code: long.code.slice(0, 6) })).toMatchObject(
        wrong(1),
      );
      expect(await guess(tenancy, long)).toMatchObject(wrong(0));
      expect(await verify(tenancy, long)).toMatchObject(exceeded);
    }
    expect((await verify(tenancy, await challengeOf(tenancy, { email }))).status).toBe(200);
    run.current.clock.advance(24 * hour);
    expect(await rowOf(tenancy, await challengeOf(tenancy, { email }))).toMatchObject({
      codeDigits: 6,
      attempts: 5,
      isRestricted: false,
    });
  });

  test("count separately for challenges of API keys and of visitors", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    const keyed = await challengeOf(tenancy, { email });
    const visitors = await visitorChallenge(tenancy, email);
    for (let made = 0; made < 2; made++) {
      const strangers = await visitorChallenge(tenancy, email);
      for (let index = 0; index < 5; index++)
        expect(await guess(tenancy, strangers, index)).toMatchObject(wrong(4 - index));
    }
    expect(await verify(tenancy, visitors)).toMatchObject(exceeded);
    expect(await rowOf(tenancy, await visitorChallenge(tenancy, email))).toMatchObject({
      attempts: 1,
      isRestricted: true,
      fromVisitor: true,
    });
    expect(await rowOf(tenancy, await challengeOf(tenancy, { email }))).toMatchObject({
      attempts: 5,
      isRestricted: false,
      fromVisitor: false,
    });
    expect((await verify(tenancy, keyed)).status).toBe(200);

    const other = newMailbox();
    const theirs = await visitorChallenge(tenancy, other);
    await enterWrong(tenancy, other, 10);
    expect((await verify(tenancy, theirs)).status).toBe(200);
  });

  test("on the hosted pages never count for the backend, and malformed codes cost nothing", async () => {
    const tenancy = await createHostedTenancy(run.current);
    const email = newMailbox();
    const keyed = await challengeOf(tenancy, { email });
    for (const prefix of [1, 2]) {
      const stranger = visit(run.current, tenancy, { address: `198.51.${prefix}.1` });
      const { pending } = (await stranger.step("send-code", { page: "sign-in", email })).body;
      const code = await run.current.db.challenge.findFirstOrThrow({
        where: { tenancyId: tenancy.id },
        orderBy: { id: "desc" },
      });
      expect(code).toMatchObject({ fromVisitor: true });
      for (const typed of ["", "abc", "12345"])
        expect(await stranger.step("check-code", { pending, code: typed })).toMatchObject(wrong(5));
      for (let index = 0; index < 5; index++)
        expect(
          (await stranger.step("check-code", { pending, code: String(100_000 + index) })).status,
        ).toBe(400);
    }
    const { wrongAt, visitorWrongAt } = await run.current.db.mailbox.findUniqueOrThrow({
      where: { tenancyId_email: { tenancyId: tenancy.id, email } },
    });
    expect([wrongAt.length, visitorWrongAt.length]).toEqual([0, 10]);
    expect((await verify(tenancy, keyed)).status).toBe(200);
  });

  test("count separately in each tenancy", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const other = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    const theirs = await challengeOf(other, { email });
    await enterWrong(tenancy, email, 10);
    expect((await verify(other, theirs)).status).toBe(200);
  });
});

describe("concurrent guesses over eight instances", () => {
  const guessAll = (tenancy: TestTenancy, challenges: CreatedChallenge[], each: number) =>
    withInstances(8, () =>
      Promise.all(
        challenges.flatMap((challenge) => times(each, (index) => guess(tenancy, challenge, index))),
      ),
    );

  test("of both kinds: ten wrong codes count for each kind, and no more", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    const challenges = [
      ...(await Promise.all(times(20, () => challengeOf(tenancy, { email })))),
      ...(await Promise.all(times(20, () => visitorChallenge(tenancy, email)))),
    ];
    const replies = await guessAll(tenancy, challenges, 5);
    expect(replies.filter(({ body }) => body._tag === "@error/InvalidChallengeCode")).toHaveLength(
      20,
    );
    expect(
      replies.filter(({ body }) => body._tag === "@error/ChallengeAttemptsExceeded"),
    ).toHaveLength(180);
  });

  test("of 60 restricted challenges: twenty more wrong codes count, thirty in total", async () => {
    const tenancy = await createTestTenancy(run.current, {}, roomy);
    const email = newMailbox();
    await enterWrong(tenancy, email, 10);
    const replies = await guessAll(
      tenancy,
      await Promise.all(times(60, () => challengeOf(tenancy, { email }))),
      2,
    );
    expect(replies.filter(({ body }) => body._tag === "@error/InvalidChallengeCode")).toHaveLength(
      20,
    );
    const { wrongAt } = await run.current.db.mailbox.findUniqueOrThrow({
      where: { tenancyId_email: { tenancyId: tenancy.id, email } },
    });
    expect(wrongAt).toHaveLength(30);
  });
});

describe("a guesser's odds in a day", () => {
  test("stay at or below 6 in 100,000 per mailbox with the default settings", async () => {
    const { ctx } = await createTestTenancy(run.current);
    const { codeDigits, codeAttempts, challengesPerDay } = ctx.tenancy;
    const { wrongCodesUntilOneAttempt, wrongCodesUntilLongCode, longCodeDigits } = limits;
    // The most guesses that so many challenges allow: all attempts up to ten wrong codes, then one
    // attempt each.
    const guesses = (challenges: number) => {
      const full = Math.ceil(wrongCodesUntilOneAttempt / codeAttempts);
      const short = Math.min(
        wrongCodesUntilLongCode,
        wrongCodesUntilOneAttempt + Math.max(0, challenges - full),
      );
      return { short, long: Math.max(0, challenges - full - (short - wrongCodesUntilOneAttempt)) };
    };
    const keyed = guesses(challengesPerDay);
    const visitors = guesses(2 * challengesPerDay);
    expect(keyed).toEqual({ short: 28, long: 0 });
    expect(visitors).toEqual({ short: 30, long: 18 });
    const odds =
      (keyed.short + visitors.short) / 10 ** codeDigits +
      (keyed.long + visitors.long) / 10 ** longCodeDigits;
    expect(odds).toBeLessThanOrEqual(6 / 100_000);
  });

  test("stay bounded over two days of guesses at new codes, and the owner can still sign in", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 100_000 });
    const email = newMailbox();
    const { clock } = run.current;
    const days = 2;
    const roundsPerDay = 96;
    const guessesPerRound = 10;
    let [short, long] = [0, 0];
    let challenge = await challengeOf(tenancy, { email });
    for (let round = 0; round < days * roundsPerDay; round++) {
      // The attacker makes more guesses than a code allows, and requests a new one every quarter of
      // an hour.
      const replies = await Promise.all(
        times(guessesPerRound, (index) => guess(tenancy, challenge, index)),
      );
      const paid = replies.filter(({ body }) => body._tag === "@error/InvalidChallengeCode").length;
      if (challenge.code.length > 6) long += paid;
      else short += paid;
      clock.advance((24 * hour) / roundsPerDay);
      const again = await createChallenge(tenancy, { email });
      if (again.status === 201) challenge = again.body["challenge"] as CreatedChallenge;
    }
    expect(short).toBeLessThanOrEqual(limits.wrongCodesUntilLongCode * days);
    expect(long).toBeLessThanOrEqual(20 * days);
    expect(short).toBeGreaterThan(limits.wrongCodesUntilOneAttempt);
    clock.advance(24 * hour);
    expect((await verify(tenancy, await challengeOf(tenancy, { email }))).status).toBe(200);
  });
});
