import { describe, expect, test } from "vitest";
import { createChallenge as create } from "@/lib/domain/sign-in/challenge/create-challenge";
import { verifyChallenge } from "@/lib/domain/sign-in/challenge/verify-challenge";
import { challengeOf, guess, newMailbox, verify, wrongCode } from "@/testing/challenge-rules";
import { underSecret, withBroken, withInstances, withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const hour = 3_600_000;

testKeyRoute(run, {
  method: "POST",
  path: "challenges/verify",
  allow: "POST",
  body: { challengeId: "x", secret: "x", code: "x" },
});

const refused = (tag: string, extra: object = {}) => ({
  status: 400,
  body: { _tag: `@error/${tag}`, ...extra },
});
const invalid = refused("InvalidChallenge");
const exceeded = refused("ChallengeAttemptsExceeded");
const wrong = (attemptsRemaining: number) => refused("InvalidChallengeCode", { attemptsRemaining });
const rowOf = ({ id: tenancyId }: TestTenancy, { challengeId: id }: { challengeId: string }) =>
  run.current.db.challenge.findUniqueOrThrow({ where: { tenancyId_id: { tenancyId, id } } });

describe("the right code", () => {
  test("verifies once, and returns the challenge", async () => {
    const tenancy = await createTestTenancy(run.current);
    const now = run.current.clock.now();
    const challenge = await challengeOf(tenancy, {
      email: "once@example.com",
      userId: "ada",
      metadata: { b: 1, a: 2 },
    });
    const { status, body } = await verify(tenancy, challenge);
    expect(status).toBe(200);
    expect(body).toEqual({
      _tag: "ChallengeVerified",
      challenge: {
        _tag: "Challenge",
        challengeId: challenge.challengeId,
        purpose: "login",
        email: "once@example.com",
        userId: "ada",
        createdAt: now,
        expiresAt: now + 600_000,
        metadata: { b: 1, a: 2 },
      },
    });
    expect(await verify(tenancy, challenge)).toMatchObject(invalid);
    expect(
      await run.current.db.auditEvent.count({
        where: {
          tenancyId: tenancy.id,
          action: "challenge.verified",
          targetId: challenge.challengeId,
        },
      }),
    ).toBe(1);
  });

  const arabicDigits = (code: string) =>
    code.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)));
  test.each([
    ["surrounding white space", (code: string) => ` ${code}\n`],
    ["inner spaces", (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ["dashes", (code: string) => `${code.slice(0, 3)}-${code.slice(3, 5)}–${code.slice(5)}`],
    ["invisible characters", (code: string) => `\u202a${code.slice(0, 2)}\u200b${code.slice(2)}`],
    ["digits of another script", arabicDigits],
  ])("accepts %s", async (_name, type) => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    const { status } = await verify(tenancy, { ...challenge, code: type(challenge.code) });
    expect(status).toBe(200);
  });

  test("reads no text that is much longer than a code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    const code = `${"\u200b".repeat(200)}${challenge.code}`;
    expect(await verify(tenancy, { ...challenge, code })).toMatchObject({
      body: { _tag: "@error/InvalidChallengeCode", attemptsRemaining: 5 },
    });
  });

  test("returns one 200 for 100 concurrent requests over eight instances", async () => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    const replies = await withInstances(8, () =>
      Promise.all(Array.from({ length: 100 }, () => verify(tenancy, challenge))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body._tag === "@error/InvalidChallenge")).toHaveLength(99);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "challenge.verified" },
      }),
    ).toBe(1);
  });

  test("verifies during a rotation of the service secret", async () => {
    const tenancy = await createTestTenancy(run.current);
    const created = await create(tenancy.ctx, {
      purpose: "login",
      email: newMailbox(),
      invalidateOthers: false,
      skipRateLimit: false,
      sendEmail: false,
    });
    const challenge = { ...created.challenge, code: created.challenge.code ?? "" };
    const next = "another secret of the tests, 32 bytes or more";
    const { secrets } = underSecret(run.current, next, "a secret of the tests, 32 bytes or more");
    await expect(
      verifyChallenge(
        { ...tenancy.ctx, secrets: underSecret(run.current, next).secrets },
        challenge,
      ),
    ).rejects.toMatchObject({ tag: "@error/InvalidChallengeCode" });
    await expect(verifyChallenge({ ...tenancy.ctx, secrets }, challenge)).resolves.toMatchObject({
      _tag: "ChallengeVerified",
    });
  });

  test("is valid only for its own challenge", async () => {
    const tenancy = await createTestTenancy(run.current);
    const one = await challengeOf(tenancy);
    const two = await challengeOf(tenancy);
    const { codeMac } = await rowOf(tenancy, one);
    await run.current.db.challenge.updateMany({
      where: { tenancyId: tenancy.id, id: two.challengeId },
      data: { codeMac },
    });
    expect((await verify(tenancy, { ...two, code: one.code })).status).toBe(400);
  });
});

describe("a challenge that does not match", () => {
  test("unknown, wrong secret, verified, deleted, foreign: the same error, and no attempt used", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    const used = await challengeOf(tenancy);
    const gone = await challengeOf(tenancy);
    await verify(tenancy, used);
    await tenancy.backend("DELETE", `challenges/${gone.challengeId}`);
    const replies = [
      await verify(tenancy, { ...challenge, challengeId: run.current.createId() }),
      await verify(tenancy, { ...challenge, challengeId: "nonsense" }),
      await verify(tenancy, { ...challenge, challengeId: "" }),
      await verify(tenancy, { ...challenge, challengeId: "x".repeat(5_000) }),
      await verify(tenancy, { ...challenge, secret: used.secret }),
      await verify(tenancy, { ...challenge, secret: challenge.secret.slice(1) }),
      await verify(tenancy, { ...challenge, secret: "" }),
      await verify(tenancy, { ...challenge, secret: "x".repeat(5_000) }),
      await verify(tenancy, used),
      await verify(tenancy, gone),
      await verify(tenancy, { ...gone, code: wrongCode(gone) }),
      await verify(other, challenge),
    ];
    for (const { status, body } of replies)
      expect([status, body]).toEqual([replies[0]?.status, replies[0]?.body]);
    expect(replies[0]).toMatchObject(invalid);
    expect(await rowOf(tenancy, challenge)).toMatchObject({ attemptsLeft: 5 });
    expect(
      await run.current.db.mailbox.findMany({
        where: { tenancyId: tenancy.id, wrongAt: { isEmpty: false } },
      }),
    ).toEqual([]);
  });

  test("returns ChallengeExpired with the right secret for a day, for any code, and uses no attempt", async () => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    run.current.clock.advance(599_999);
    expect(await guess(tenancy, challenge)).toMatchObject(wrong(4));
    run.current.clock.advance(1);
    for (const reply of [await verify(tenancy, challenge), await guess(tenancy, challenge)])
      expect(reply).toMatchObject(refused("ChallengeExpired"));
    expect(await verify(tenancy, { ...challenge, secret: "x" })).toMatchObject(invalid);
    run.current.clock.advance(24 * hour - 1);
    expect(await verify(tenancy, challenge)).toMatchObject(refused("ChallengeExpired"));
    run.current.clock.advance(1);
    expect(await verify(tenancy, challenge)).toMatchObject(invalid);
    expect(await rowOf(tenancy, challenge)).toMatchObject({ attemptsLeft: 4 });
  });
});

describe("wrong codes", () => {
  test("count down; then the right code fails too, and expiry takes precedence", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { codeAttempts: 3 });
    const challenge = await challengeOf(tenancy);
    for (const left of [2, 1, 0])
      expect(await guess(tenancy, challenge, left)).toMatchObject(wrong(left));
    expect(await verify(tenancy, challenge)).toMatchObject(exceeded);
    expect(await guess(tenancy, challenge)).toMatchObject(exceeded);
    run.current.clock.advance(600_000);
    expect(await verify(tenancy, challenge)).toMatchObject(refused("ChallengeExpired"));
  });

  test.each([
    "",
    "   ",
    "0",
    "12345",
    "1234567",
    "123 4567",
    "123.456",
    "abcdef",
    "٣٣٣٣٣",
    "①②③④⑤⑥",
    "1".repeat(64),
    "1".repeat(10_000),
    "' OR true --",
    "\u0000",
    "123\u0000456",
    "\ud800",
  ])("%j is not a code: same error as a wrong code, no attempt used", async (code) => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    for (let sent = 0; sent < 6; sent++)
      expect(await verify(tenancy, { ...challenge, code })).toMatchObject(wrong(5));
    expect(await rowOf(tenancy, challenge)).toMatchObject({ attemptsLeft: 5 });
    expect(
      await run.current.db.mailbox.count({
        where: { tenancyId: tenancy.id, wrongAt: { isEmpty: false } },
      }),
    ).toBe(0);
    expect((await verify(tenancy, challenge)).status).toBe(200);
    expect(await verify(tenancy, { ...challenge, code })).toMatchObject(invalid);
  });

  test("a malformed code returns the same error for a finished challenge", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { codeAttempts: 3 });
    const challenge = await challengeOf(tenancy);
    expect(await verify(tenancy, { ...challenge, secret: "x", code: "" })).toMatchObject(invalid);
    for (let index = 0; index < 3; index++) await guess(tenancy, challenge, index);
    expect(await verify(tenancy, { ...challenge, code: "" })).toMatchObject(exceeded);
    run.current.clock.advance(600_000);
    expect(await verify(tenancy, { ...challenge, code: "" })).toMatchObject(
      refused("ChallengeExpired"),
    );
  });

  test.each([
    { code: 123_456 },
    { code: ["123456"] },
    { secret: { $ne: "" } },
    { challengeId: null },
  ])("%j returns 400 and uses no attempt", async (body) => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    const { challengeId, secret, code } = challenge;
    expect(
      await tenancy.backend("POST", "challenges/verify", { challengeId, secret, code, ...body }),
    ).toMatchObject(refused("BadRequest", { issues: [{ path: Object.keys(body)[0] }] }));
    expect(await rowOf(tenancy, challenge)).toMatchObject({ attemptsLeft: 5 });
  });

  test("200 concurrent requests use exactly the five attempts", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const challenge = await challengeOf(tenancy, { email });
    const replies = await withInstances(8, () =>
      Promise.all(Array.from({ length: 200 }, (_, index) => guess(tenancy, challenge, index))),
    );
    const remaining = replies
      .filter(({ body }) => body._tag === "@error/InvalidChallengeCode")
      .map(({ body }) => body["attemptsRemaining"]);
    expect(remaining.sort()).toEqual([0, 1, 2, 3, 4]);
    expect(
      replies.filter(({ body }) => body._tag === "@error/ChallengeAttemptsExceeded"),
    ).toHaveLength(195);
    const { wrongAt } = await run.current.db.mailbox.findUniqueOrThrow({
      where: { tenancyId_email: { tenancyId: tenancy.id, email } },
    });
    expect(wrongAt).toHaveLength(5);
  });

  test("the right code among concurrent wrong ones: at most one 200, and none without attempts left", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (let round = 0; round < 5; round++) {
      const challenge = await challengeOf(tenancy);
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 4 === 3 ? verify(tenancy, challenge) : guess(tenancy, challenge, index),
        ),
      );
      const good = replies.filter(({ status }) => status === 200).length;
      const bad = replies.filter(({ body }) => body._tag === "@error/InvalidChallengeCode").length;
      expect(good).toBeLessThanOrEqual(1);
      expect(good + bad).toBeLessThanOrEqual(5);
      const { attemptsLeft, verifiedAt } = await rowOf(tenancy, challenge);
      expect([attemptsLeft, verifiedAt !== null]).toEqual([5 - good - bad, good === 1]);
    }
  });

  test("use no attempt if the database fails", async () => {
    const tenancy = await createTestTenancy(run.current);
    const challenge = await challengeOf(tenancy);
    expect((await withLostDatabase(() => guess(tenancy, challenge))).status).toBe(503);
    const secrets = {
      ...run.current.secrets,
      macs: () => {
        throw new Error("broken");
      },
    };
    expect((await withBroken({ secrets }, () => guess(tenancy, challenge))).status).toBe(500);
    expect(await rowOf(tenancy, challenge)).toMatchObject({ attemptsLeft: 5 });
  });
});
