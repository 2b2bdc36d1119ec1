import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import type { VerificationReason } from "@/lib/errors";
import { oneBitOff, padded, truncated } from "@/testing/authenticator/distorted-base64url";
import { deeplyNestedCbor } from "@/testing/authenticator/hostile-cbor";
import type { Lies } from "@/testing/authenticator/lies";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  finishAuthentication,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = (options: object = {}) =>
  createSoftwareAuthenticator({ origin: testOrigin, ...options });

const stateOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.passkey.findMany({
    where: { tenancyId },
    select: {
      signCount: true,
      backedUp: true,
      lastUsedAt: true,
      signCountRegressedAt: true,
      updatedAt: true,
    },
  });

const concat = (...parts: ArrayLike<number>[]) =>
  Uint8Array.from(parts.flatMap((part) => Array.from(part)));
/** Adds a leading zero to r, which DER doesn't allow. */
const padInteger = (der: Uint8Array) =>
  concat([0x30, (der[1] ?? 0) + 1, 0x02, (der[3] ?? 0) + 1, 0], der.slice(4));

type Case = [
  name: string,
  reason: VerificationReason,
  lies: (challenge: string) => Lies,
  fields?: object,
];

const cases: Case[] = [
  ["step 6: no user handle in a discoverable sign-in", "user-handle", () => ({ userHandle: null })],
  ["step 6: an empty user handle", "user-handle", () => ({ userHandle: "" })],
  [
    "step 6: another user's handle",
    "user-handle",
    () => ({ userHandle: Buffer.alloc(32, 1).toString("base64url") }),
  ],
  ["step 10: type of a registration", "type", () => ({ type: "webauthn.create" })],
  [
    "step 11: challenge with one bit flipped",
    "challenge",
    (challenge) => ({ challenge: oneBitOff(challenge) }),
  ],
  [
    "step 11: truncated challenge",
    "challenge",
    (challenge) => ({ challenge: truncated(challenge) }),
  ],
  [
    "step 11: challenge with extra bytes",
    "challenge",
    (challenge) => ({ challenge: padded(challenge) }),
  ],
  [
    "step 12: origin with userinfo",
    "origin",
    () => ({ origin: "https://app.example.com@evil.test" }),
  ],
  ["step 12: origin with a trailing dot", "origin", () => ({ origin: "https://app.example.com." })],
  ["step 12: origin in uppercase", "origin", () => ({ origin: "https://App.example.com" })],
  ["step 12: origin with a port", "origin", () => ({ origin: "https://app.example.com:444" })],
  ["step 12: origin over http", "origin", () => ({ origin: "http://app.example.com" })],
  ["step 12: the opaque origin null", "origin", () => ({ origin: "null" })],
  ["step 13: embedded in another site", "cross-origin", () => ({ crossOrigin: true })],
  ["step 14: a top origin", "cross-origin", () => ({ topOrigin: "https://evil.test" })],
  ["step 15: rpIdHash of another relying party", "rp-id", () => ({ rpId: "evil.test" })],
  ["step 16: user not present", "user-presence", () => ({ flags: { up: false } })],
  [
    "step 17: user not verified",
    "user-verification",
    () => ({ flags: { uv: false } }),
    { userVerification: "required" },
  ],
  [
    "step 18: backed up without being eligible",
    "backup-state",
    () => ({ flags: { be: false, bs: true } }),
  ],
  ["step 19: backup eligibility changed", "backup-eligibility", () => ({ flags: { be: true } })],
  ["step 21: signature over other data", "signature", () => ({ signature: "other-data" })],
  ["step 21: another key's signature", "signature", () => ({ signature: "other-key" })],
  ["step 21: no signature", "signature", () => ({ signature: "empty" })],
  ["step 21: a malformed signature", "signature", () => ({ signature: "malformed" })],
  [
    "step 21: a DER signature with a length in the long form",
    "signature",
    () => ({ signature: (der) => concat([0x30, 0x81], der.slice(1)) }),
  ],
  [
    "step 21: a DER signature with an integer padded with a zero",
    "signature",
    () => ({ signature: padInteger }),
  ],
  [
    "step 21: a DER signature with trailing bytes",
    "signature",
    () => ({ signature: (der) => concat(der, [0]) }),
  ],
  [
    "bytes after the authenticator data",
    "malformed",
    () => ({ trailingAuthenticatorData: Buffer.from("x") }),
  ],
  [
    "deeply nested extensions",
    "malformed",
    () => ({ flags: { ed: true }, trailingAuthenticatorData: deeplyNestedCbor(20_000) }),
  ],
  [
    "authenticator data that is too short",
    "malformed",
    () => ({ authenticatorData: Buffer.alloc(36) }),
  ],
  ["client data that is not an object", "malformed", () => ({ clientDataBytes: Buffer.from("7") })],
  ["a rawId that differs from the id", "credential-id", () => ({ rawId: "AAAA" })],
];

describe("WebAuthn §7.2", () => {
  test.each(cases)(
    "%s fails as %s, consumes the session and writes nothing",
    async (_name, reason, lies, fields) => {
      const tenancy = await createTestTenancy(run.current);
      const phone = device();
      await register(tenancy, phone);
      const before = await stateOf(tenancy);
      const begun = await beginAuthentication(tenancy, fields);
      const reply = await finishAuthentication(
        tenancy,
        phone,
        begun,
        lies(begun.optionsJSON.challenge),
      );
      expect(reply).toMatchObject({
        status: 400,
        body: { _tag: "@error/VerificationFailed", reason },
      });
      expect(await finishAuthentication(tenancy, phone, begun)).toMatchObject({
        status: 400,
        body: { _tag: "@error/InvalidToken" },
      });
      expect(await stateOf(tenancy)).toEqual(before);
      expect(
        await run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id, kind: "code" } }),
      ).toBe(1);
      expect(
        await run.current.db.auditEvent.count({
          where: { tenancyId: tenancy.id, action: "passkey.authenticated" },
        }),
      ).toBe(0);
    },
  );

  test.each([-8, -257])(
    "algorithm %i: rejects a bad signature for which the library doesn't throw",
    async (algorithm) => {
      const tenancy = await createTestTenancy(run.current);
      const phone = device({ algorithm });
      await register(tenancy, phone);
      const reply = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
        signature: "other-data",
      });
      expect(reply.body).toMatchObject({ _tag: "@error/VerificationFailed", reason: "signature" });
      await authenticate(tenancy, phone);
    },
  );

  test("step 5: rejects a credential outside the allow list", async () => {
    const tenancy = await createTestTenancy(run.current);
    const ada = device();
    const eve = device();
    await register(tenancy, ada, { username: "ada@example.com" });
    await register(tenancy, eve, { username: "eve@example.com" });
    const begun = await beginAuthentication(tenancy, { email: "ada@example.com" });
    const reply = await finishAuthentication(tenancy, eve, begun, {
      answerWith: eve.credentials[0] as never,
    });
    expect(reply.body).toMatchObject({
      _tag: "@error/VerificationFailed",
      reason: "credential-not-allowed",
    });
  });

  test("a wrong signature changes neither counter, backup state nor last use", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device({ backupEligible: true });
    await register(tenancy, phone);
    const before = await stateOf(tenancy);
    const reply = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
      signature: "other-key",
      counter: 99,
      flags: { bs: true },
    });
    expect(reply.body["reason"]).toBe("signature");
    expect(await stateOf(tenancy)).toEqual(before);
  });

  test("accepts one of 50 concurrent copies of a response", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone);
    const begun = await beginAuthentication(tenancy);
    const body = {
      sessionToken: begun.sessionToken,
      response: phone.authenticate(begun.optionsJSON),
    };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        tenancy.browser("POST", "passkey/authentication/verification", body),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body: { _tag } }) => _tag === "@error/InvalidToken")).toHaveLength(49);
  });

  test("signs in and records a counter that decreased", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device({ counter: 10 });
    await register(tenancy, phone);
    await authenticate(tenancy, phone);
    const reply = await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
      counter: 3,
    });
    expect(reply.status).toBe(200);
    const [row] = await stateOf(tenancy);
    expect(row?.signCountRegressedAt).not.toBeNull();
    expect(row?.signCount).toBeGreaterThan(10n);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "passkey.sign-count-regressed" },
      }),
    ).toBe(1);
  });

  test("stores and audits a changed backup state", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device({ backupEligible: true });
    await register(tenancy, phone);
    await finishAuthentication(tenancy, phone, await beginAuthentication(tenancy), {
      flags: { bs: true },
    });
    expect((await stateOf(tenancy))[0]?.backedUp).toBe(true);
    expect(
      await run.current.db.auditEvent.count({
        where: { tenancyId: tenancy.id, action: "passkey.backup-state-changed" },
      }),
    ).toBe(1);
  });
});
