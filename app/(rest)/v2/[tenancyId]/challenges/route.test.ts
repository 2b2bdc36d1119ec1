import { describe, expect, test } from "vitest";
import { challengeOf, createChallenge, newMailbox, verify } from "@/testing/challenge-rules";
import { withInstances } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const minute = 60_000;
const hour = 60 * minute;

testKeyRoute(run, {
  method: "POST",
  path: "challenges",
  allow: "POST",
  body: { purpose: "login", email: "ada@example.com" },
});

const limited = (seconds: number) => ({
  status: 429,
  body: { _tag: "@error/ChallengeRateLimited", retryAfterSeconds: seconds },
});
const countOf = (tenancyId: string) =>
  Promise.all([
    run.current.db.challenge.count({ where: { tenancyId } }),
    run.current.db.outboxEmail.count({ where: { tenancyId } }),
  ]);

describe("a challenge", () => {
  test("returns exactly the fields of the contract", async () => {
    const tenancy = await createTestTenancy(run.current);
    const metadata = { zebra: 1, apple: [true, null, { b: "x", a: 1.5 }] };
    const { status, body } = await createChallenge(tenancy, {
      email: " Ada@Example.COM ",
      name: "Ada",
      userId: "user-42",
      metadata,
    });
    const now = run.current.clock.now();
    expect(status).toBe(201);
    expect(body).toEqual({
      _tag: "ChallengeCreated",
      challenge: {
        challengeId: expect.stringMatching(/^[0-9a-z]{26}$/),
        purpose: "login",
        email: "Ada@Example.COM",
        userId: "user-42",
        createdAt: now,
        expiresAt: now + 10 * minute,
        metadata,
        secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
        code: expect.stringMatching(/^\d{6}$/),
        message: { html: expect.stringContaining("<html"), text: expect.stringContaining("Ada") },
      },
    });
    const { challengeId, code, message } = body["challenge"] as {
      challengeId: string;
      code: string;
      message: { html: string; text: string };
    };
    expect(message.html).toContain(code);
    expect(message.text).toContain(code);
    const { body: read } = await tenancy.backend("GET", `challenges/${challengeId}`);
    expect(JSON.stringify(read["metadata"])).toBe(JSON.stringify(metadata));
  });

  test("stores secret and code only as hashes, and its email encrypted", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { challengeId, secret, code } = await challengeOf(tenancy, {
      email: "sealed@example.com",
      name: "Sealina",
    });
    const rows = JSON.stringify([
      await run.current.db.challenge.findMany({
        where: { tenancyId: tenancy.id },
        omit: { email: true, emailNormalized: true, name: true },
      }),
      await run.current.db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } }),
      await run.current.db.auditEvent.findMany({ where: { tenancyId: tenancy.id } }),
    ]);
    for (const hidden of [
      secret,
      code,
      "sealed@example.com",
      "Sealina",
      Buffer.from(code).toString("base64url"),
    ])
      expect(rows).not.toContain(hidden);
    expect(run.current.logged.join("")).not.toMatch(new RegExp(`${secret}|${code}|sealed@`));
    expect(
      await run.current.db.outboxEmail.findMany({ where: { tenancyId: tenancy.id } }),
    ).toMatchObject([
      { challengeId, state: "queued", attempts: 0, sealed: expect.stringMatching(/^eyJ/) },
    ]);
  });

  test("wakes the outbox, and creates no email with sendEmail: false", async () => {
    const tenancy = await createTestTenancy(run.current);
    const before = run.current.woken;
    await challengeOf(tenancy, { sendEmail: false });
    expect([run.current.woken, await countOf(tenancy.id)]).toEqual([before, [1, 0]]);
    await challengeOf(tenancy);
    expect([run.current.woken, await countOf(tenancy.id)]).toEqual([before + 1, [2, 1]]);
  });

  test("creates an email by the tenancy's setting if the request leaves sendEmail out", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { sendEmailByDefault: false });
    await challengeOf(tenancy);
    expect(await countOf(tenancy.id)).toEqual([1, 0]);
    await challengeOf(tenancy, { sendEmail: true });
    expect(await countOf(tenancy.id)).toEqual([2, 1]);
  });

  test("has codes of the configured length, with leading zeros and evenly distributed digits", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      {
        codeDigits: 8,
        codeMs: 2 * minute,
        challengesPerTenMinutes: 1_000,
        challengesPerDay: 1_000,
      },
    );
    const email = newMailbox();
    const codes = await Promise.all(
      Array.from({ length: 200 }, () =>
        challengeOf(tenancy, { email, sendEmail: false }).then(({ code }) => code),
      ),
    );
    expect(codes.every((code) => /^\d{8}$/.test(code))).toBe(true);
    expect(codes.filter((code) => code.startsWith("0")).length).toBeGreaterThan(3);
    expect(new Set([...codes.join("")]).size).toBe(10);
    expect(new Set(codes).size).toBe(200);
  });

  test("returns the same response for a mailbox with and without a user", async () => {
    const tenancy = await createTestTenancy(run.current);
    await tenancy.backend("POST", "passkey/registration/authorize", {
      username: "known@example.com",
      userId: "known",
    });
    const shapes = [];
    for (const email of ["known@example.com", "nobody@example.com"]) {
      const { status, body } = await createChallenge(tenancy, { email });
      shapes.push([
        status,
        Object.keys(body["challenge"] as object),
        JSON.stringify(body).length - email.length,
      ]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
  });
});

describe("invalid input", () => {
  const nested = (depth: number) =>
    Array.from({ length: depth }).reduce<object>((inner) => ({ a: inner }), {});
  test.each([
    ["no purpose", { purpose: undefined }, "purpose"],
    ["a purpose with a space", { purpose: "log in" }, "purpose"],
    ["a purpose of 65 characters", { purpose: "x".repeat(65) }, "purpose"],
    ["a purpose that is a list", { purpose: ["login"] }, "purpose"],
    ["a name of 101 characters", { name: "x".repeat(101) }, "name"],
    ["a userId of 256 characters", { userId: "x".repeat(256) }, "userId"],
    ["metadata that is a list", { metadata: [] }, "metadata"],
    ["metadata that is text", { metadata: "x" }, "metadata"],
    ["metadata of 4,097 bytes", { metadata: { a: "é".repeat(2_045) + "x" } }, "metadata"],
    ["metadata of 9 levels", { metadata: nested(8) }, "metadata"],
    ["metadata of 1,000 levels", { metadata: nested(999) }, "metadata"],
    [
      "metadata with a number that would change",
      { metadata: { n: 9_007_199_254_740_993 } },
      "metadata",
    ],
    ["a flag that is text", { sendEmail: "false" }, "sendEmail"],
    ["a locale that is none", { locale: "../en" }, "locale"],
  ])("%s returns a 400 that names the field, and creates nothing", async (_name, wrong, path) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await createChallenge(tenancy, wrong)).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path }] },
    });
    expect(await countOf(tenancy.id)).toEqual([0, 0]);
  });

  test("returns metadata unchanged, at its limits and with keys such as __proto__", async () => {
    const tenancy = await createTestTenancy(run.current);
    const texts = [
      `{"a":"${"x".repeat(4_088)}"}`,
      JSON.stringify(nested(7)),
      `{"__proto__":{"x":1},"constructor":{"prototype":{"y":1}},"toString":"z"}`,
    ];
    for (const text of texts) {
      const { body } = await tenancy.backend(
        "POST",
        "challenges",
        `{"purpose":"login","email":"${newMailbox()}","metadata":${text}}`,
      );
      const { challengeId, metadata } = body["challenge"] as {
        challengeId: string;
        metadata: object;
      };
      expect(JSON.stringify(metadata)).toBe(text);
      expect(
        JSON.stringify(
          (await tenancy.backend("GET", `challenges/${challengeId}`)).body["metadata"],
        ),
      ).toBe(text);
    }
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });

  test.each([
    "",
    "ada",
    "ada@",
    "@example.com",
    "a@b@c.example",
    "ada@example.com,eve@example.com",
    "ada@example.com\r\nBcc: eve@example.com",
    "Ada <ada@example.com>",
    `${"x".repeat(250)}@example.com`,
  ])("%j is a BadRequest of the email, which deployed clients decode", async (email) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await createChallenge(tenancy, { email })).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest", issues: [{ path: "email" }] },
    });
    expect(await countOf(tenancy.id)).toEqual([0, 0]);
  });
});

describe("the limits of a mailbox", () => {
  test("allow five codes in ten minutes and twenty in a day, for all spellings of a mailbox", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { clock } = run.current;
    for (const email of [
      "limits@example.com",
      "LIMITS@example.com",
      " limits@EXAMPLE.com ",
      "Limits@Example.Com",
      "limits@example.com",
    ]) {
      await challengeOf(tenancy, { email, purpose: "login" });
      clock.advance(minute);
    }
    const refused = await createChallenge(tenancy, {
      email: "limits@example.com",
      purpose: "sign-up",
    });
    expect(refused).toMatchObject(limited(5 * 60));
    expect(refused.headers.get("retry-after")).toBe("300");
    expect(await countOf(tenancy.id)).toEqual([5, 5]);
    await challengeOf(tenancy, { email: newMailbox() });
    // A refused one did not count.
    clock.advance(5 * minute);
    await challengeOf(tenancy, { email: "limits@example.com" });
    expect(await createChallenge(tenancy, { email: "limits@example.com" })).toMatchObject(
      limited(60),
    );
    for (let made = 6; made < 20; made++) {
      clock.advance(10 * minute);
      await challengeOf(tenancy, { email: "limits@example.com" });
    }
    clock.advance(10 * minute);
    const { body } = await createChallenge(tenancy, { email: "limits@example.com" });
    const waitMs = Number(body["retryAfterSeconds"]) * 1_000;
    expect(waitMs).toBeGreaterThan(20 * hour);
    clock.advance(waitMs);
    await challengeOf(tenancy, { email: "limits@example.com" });
  });

  test("treat IDN forms of a domain as one mailbox", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
    await challengeOf(tenancy, { email: "ada@bücher.example" });
    expect((await createChallenge(tenancy, { email: "ada@xn--bcher-kva.example" })).status).toBe(
      429,
    );
    expect((await createChallenge(tenancy, { email: "ada@BÜCHER.example" })).status).toBe(429);
  });

  test("are exact for 100 concurrent requests over eight instances", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const replies = await withInstances(8, () =>
      Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          createChallenge(tenancy, { email, invalidateOthers: index % 4 === 0 }),
        ),
      ),
    );
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(95);
    expect(await countOf(tenancy.id)).toEqual([5, 5]);
  });

  test("are separate for each tenancy", async () => {
    const one = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
    const two = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
    for (const tenancy of [one, two]) await challengeOf(tenancy, { email: "same@example.com" });
    expect((await createChallenge(one, { email: "same@example.com" })).status).toBe(429);
  });

  test("skipRateLimit bypasses them, still counts and writes an audit event", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 2 });
    const email = newMailbox();
    for (let made = 0; made < 3; made++) await challengeOf(tenancy, { email, skipRateLimit: true });
    expect((await createChallenge(tenancy, { email })).status).toBe(429);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "challenge.rate-limit-skipped" },
      }),
    ).toBe(3);
  });

  test("skipRateLimit requires its scope or *", async () => {
    const tenancy = await createTestTenancy(run.current);
    const call = async (scopes: ("challenges" | "challenges:skip-rate-limit")[]) =>
      tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox(), skipRateLimit: true },
        { authorization: `Bearer ${(await tenancy.createKey({ scopes })).key}` },
      );
    expect(await call(["challenges"])).toMatchObject({
      status: 403,
      body: { _tag: "@error/Forbidden" },
    });
    expect((await call(["challenges", "challenges:skip-rate-limit"])).status).toBe(201);
  });
});

describe("the ceiling of a tenancy", () => {
  test("rejects until the hour ends, changes nothing, and writes one alarm", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 3 });
    const { clock, db } = run.current;
    clock.advance(hour - (clock.now() % hour) + 10 * minute);
    const email = newMailbox();
    const first = await challengeOf(tenancy, { email });
    for (let made = 1; made < 3; made++) await challengeOf(tenancy);
    for (let refused = 0; refused < 3; refused++)
      expect(await createChallenge(tenancy, { email, invalidateOthers: true })).toMatchObject(
        limited(50 * 60),
      );
    expect(await countOf(tenancy.id)).toEqual([3, 3]);
    expect((await tenancy.backend("GET", `challenges/${first.challengeId}`)).status).toBe(200);
    expect(
      await db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "challenge.ceiling-reached" },
      }),
    ).toBe(1);
    clock.advance(50 * minute);
    for (let made = 0; made < 3; made++) await challengeOf(tenancy, { email });
  });

  test("is exact for 100 concurrent requests, also with sharded counters", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 320 });
    const create = (many: number) =>
      Promise.all(
        Array.from({ length: many }, () =>
          createChallenge(tenancy, { sendEmail: false }).then(({ status }) => status),
        ),
      );
    const statuses = [
      ...(await create(100)),
      ...(await create(100)),
      ...(await create(100)),
      ...(await create(100)),
    ];
    expect(statuses.filter((status) => status === 201)).toHaveLength(320);
    expect(statuses.filter((status) => status === 429)).toHaveLength(80);
    const rows = await run.current.db.limitCounter.findMany({
      where: { key: { startsWith: `challenges:${tenancy.id}` } },
    });
    expect(rows.length).toBeGreaterThan(2);
  });

  test("does not apply to a key with challenges:skip-ceiling, whose codes still count", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { challengesPerHourCeiling: 1 });
    const { key } = await tenancy.createKey({
      scopes: ["challenges", "challenges:skip-ceiling"],
    });
    const authorization = `Bearer ${key}`;
    for (let made = 0; made < 3; made++)
      expect(
        (
          await tenancy.backend(
            "POST",
            "challenges",
            { purpose: "login", email: newMailbox() },
            { authorization },
          )
        ).status,
      ).toBe(201);
    expect((await createChallenge(tenancy)).status).toBe(429);
  });
});

describe("invalidateOthers", () => {
  const isPending = async (
    tenancy: Awaited<ReturnType<typeof createTestTenancy>>,
    { challengeId }: { challengeId: string },
  ) => (await tenancy.backend("GET", `challenges/${challengeId}`)).status === 200;

  test("cancels only the mailbox's other challenges with that purpose", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    const email = newMailbox();
    const old = await challengeOf(tenancy, { email });
    const recovery = await challengeOf(tenancy, { email, purpose: "recovery" });
    const elsewhere = await challengeOf(tenancy);
    const ofOther = await challengeOf(other, { email });
    const made = await challengeOf(tenancy, { email: email.toUpperCase(), invalidateOthers: true });
    expect([
      await isPending(tenancy, old),
      await isPending(tenancy, recovery),
      await isPending(tenancy, elsewhere),
      await isPending(other, ofOther),
      await isPending(tenancy, made),
    ]).toEqual([false, true, true, true, true]);
    expect(await verify(tenancy, old)).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidChallenge" },
    });
    expect(
      await run.current.db.auditEvent.findMany({
        where: { tenancyId: tenancy.id, action: "challenge.superseded" },
        select: { targetId: true },
      }),
    ).toEqual([{ targetId: old.challengeId }]);
  });

  test("selects by userId if sent, for any mailbox", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const ofUser = await challengeOf(tenancy, { userId: "ada" });
    const ofMailbox = await challengeOf(tenancy, { email });
    await challengeOf(tenancy, { email, userId: "ada", invalidateOthers: true });
    expect([await isPending(tenancy, ofUser), await isPending(tenancy, ofMailbox)]).toEqual([
      false,
      true,
    ]);
  });

  test.each([
    ["a mailbox", () => ({ email: "raced@example.com" })],
    ["a user", () => ({ userId: "ada" })],
  ])("leaves one of 40 concurrent challenges for %s", async (_name, whose) => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { challengesPerTenMinutes: 100, challengesPerDay: 100 },
    );
    await Promise.all(
      Array.from({ length: 40 }, () =>
        challengeOf(tenancy, { ...whose(), invalidateOthers: true }),
      ),
    );
    expect(
      await run.current.db.challenge.count({ where: { tenancyId: tenancy.id, deletedAt: null } }),
    ).toBe(1);
  });
});
