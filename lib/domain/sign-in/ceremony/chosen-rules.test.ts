import { describe, expect, test } from "vitest";
import type { Algorithm } from "@/testing/authenticator/keys";
import type { Lies } from "@/testing/authenticator/lies";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
const device = (options: object = {}) =>
  createSoftwareAuthenticator({ origin: testOrigin, ...options });
const tenancyWith = (settings: Parameters<typeof createTestTenancy>[2]) =>
  createTestTenancy(run.current, {}, settings);

describe("algorithms", () => {
  test.each<[string, Algorithm]>([
    ["EdDSA", -8],
    ["ES256", -7],
    ["RS256", -257],
    ["ES384", -35],
    ["ES512", -36],
    ["Ed448", -53],
  ])("%s registers and signs in when the tenancy offers it", async (_name, algorithm) => {
    const tenancy = await tenancyWith({ algorithms: [algorithm] });
    const phone = device({ algorithm });
    const begun = await beginRegistration(tenancy);
    expect(begun.optionsJSON.pubKeyCredParams).toEqual([{ type: "public-key", alg: algorithm }]);
    expect((await finishRegistration(tenancy, phone, begun)).status).toBe(200);
    await authenticate(tenancy, phone);
    const forged = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
      signature: "other-data",
    });
    expect(forged.body["reason"]).toBe("signature");
  });

  test("are checked against what the options offered, not what the tenancy offers now", async () => {
    const tenancy = await tenancyWith({ algorithms: [-7] });
    const begun = await beginRegistration(tenancy);
    await tenancy.set({ algorithms: [-8] });
    const late = await finishRegistration(tenancy, device({ algorithm: -8 }), begun, {
      algorithm: -8,
    });
    expect(late.body["reason"]).toBe("algorithm");

    const phone = device({ algorithm: -8 });
    const offered = await beginRegistration(tenancy);
    await tenancy.set({ algorithms: [-7] });
    expect((await finishRegistration(tenancy, phone, offered)).status).toBe(200);
    await authenticate(tenancy, phone);
  });
});

describe("embedding sites", () => {
  const partner = "https://partner.example";
  const embedded: Lies = { crossOrigin: true };
  const list = { topOrigins: [partner] };
  const unnamed = { allowCrossOriginWithoutTopOrigin: true };

  test.each<[string, object, Lies, boolean]>([
    ["embedded, by default", {}, embedded, false],
    ["embedded by a named site, by default", {}, { ...embedded, topOrigin: partner }, false],
    ["embedded by a listed site", list, { ...embedded, topOrigin: partner }, true],
    ["embedded by another site", list, { ...embedded, topOrigin: "https://evil.test" }, false],
    [
      "embedded by a listed site with a trailing slash",
      list,
      { ...embedded, topOrigin: `${partner}/` },
      false,
    ],
    ["embedded by an unnamed site", list, embedded, false],
    ["embedded by an unnamed site, allowed", { ...list, ...unnamed }, embedded, true],
    [
      "embedded by another site where unnamed ones are allowed",
      { ...list, ...unnamed },
      { ...embedded, topOrigin: "https://evil.test" },
      false,
    ],
    ["a listed site, not cross-origin", list, { topOrigin: partner }, false],
    ["not embedded", { ...list, ...unnamed }, {}, true],
  ])("%s", async (_name, settings, lies, isAllowed) => {
    const tenancy = await tenancyWith(settings);
    const phone = device();
    const expected = isAllowed
      ? { status: 200 }
      : { status: 400, body: { _tag: "@error/VerificationFailed", reason: "cross-origin" } };
    const begun = await beginRegistration(tenancy);
    expect(await finishRegistration(tenancy, device(), begun, lies)).toMatchObject(expected);
    await register(tenancy, phone, { username: "eve@example.com" });
    const signIn = await beginAuthentication(tenancy);
    expect(await finishAuthentication(tenancy, phone, signIn, lies)).toMatchObject(expected);
  });
});

describe("a tenancy that refuses stale signature counters", () => {
  const signInWith = async (
    tenancy: Awaited<ReturnType<typeof createTestTenancy>>,
    phone: ReturnType<typeof device>,
    lies: Lies = {},
  ) => finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), lies);
  const refused = { status: 400, body: { reason: "signature-counter" } };

  test("refuses an equal and a lower counter, and records it without storing the counter", async () => {
    const tenancy = await tenancyWith({ signatureCounter: "refuse" });
    const phone = device({ counter: 10 });
    await register(tenancy, phone);
    const before = await run.current.db.passkey.findFirst({ where: { tenancyId: tenancy.id } });
    for (const counter of [10, 9, 0])
      expect(await signInWith(tenancy, phone, { counter })).toMatchObject(refused);
    expect(await run.current.db.passkey.findFirst({ where: { tenancyId: tenancy.id } })).toEqual({
      ...before,
      signCountRegressedAt: expect.any(Date) as Date,
    });
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "passkey.sign-count-regressed" },
      }),
    ).toBe(3);
    expect((await signInWith(tenancy, phone, { counter: 11 })).status).toBe(200);
  });

  test("accepts authenticators without a counter", async () => {
    const tenancy = await tenancyWith({ signatureCounter: "refuse" });
    const phone = device({ signCounts: false });
    await register(tenancy, phone);
    for (let turn = 0; turn < 3; turn++) await authenticate(tenancy, phone);
  });

  test("tells a stale counter only to who has the key", async () => {
    const tenancy = await tenancyWith({ signatureCounter: "refuse" });
    const phone = device({ counter: 10 });
    await register(tenancy, phone);
    const forged = await signInWith(tenancy, phone, { counter: 3, signature: "other-key" });
    expect(forged.body["reason"]).toBe("signature");
  });

  test("of 20 sign-ins at once with one counter, one passes", async () => {
    const tenancy = await tenancyWith({ signatureCounter: "refuse" });
    const phone = device({ counter: 10 });
    await register(tenancy, phone);
    const begun = await Promise.all(Array.from({ length: 20 }, () => beginAuthentication(tenancy)));
    const replies = await Promise.all(
      begun.map((one) => finishAuthentication(tenancy, phone, one, { counter: 11 })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body["reason"] === "signature-counter")).toHaveLength(19);
  });
});
