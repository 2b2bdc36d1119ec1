import { Buffer } from "node:buffer";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { describe, expect, test } from "vitest";
import type { VerificationReason } from "@/lib/errors";
import type { CborValue } from "@/testing/authenticator/bytes";
import { oneBitOff, padded, truncated } from "@/testing/authenticator/distorted-base64url";
import { deeplyNestedCbor, hugeCbor, overstatedCbor } from "@/testing/authenticator/hostile-cbor";
import type { Lies } from "@/testing/authenticator/lies";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration, register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = (options: object = {}) =>
  createSoftwareAuthenticator({ origin: testOrigin, ...options });
const bytes = (text: string) => Buffer.from(text);
const cborMap = (members: Record<string, CborValue>) =>
  isoCBOR.encode(new Map(Object.entries(members)));

async function rowsOf({ id: tenancyId }: TestTenancy) {
  const { db } = run.current;
  const [users, passkeys, codes] = await Promise.all([
    db.user.count({ where: { tenancyId } }),
    db.passkey.count({ where: { tenancyId } }),
    db.oneTimeToken.count({ where: { tenancyId, kind: "code" } }),
  ]);
  return { users, passkeys, codes };
}

type Case = [
  name: string,
  reason: VerificationReason,
  lies: (challenge: string) => Lies,
  fields?: object,
];

const cases: Case[] = [
  ["step 7: type of an assertion", "type", () => ({ type: "webauthn.get" })],
  [
    "step 8: challenge with one bit flipped",
    "challenge",
    (challenge) => ({ challenge: oneBitOff(challenge) }),
  ],
  [
    "step 8: truncated challenge",
    "challenge",
    (challenge) => ({ challenge: truncated(challenge) }),
  ],
  [
    "step 8: challenge with extra bytes",
    "challenge",
    (challenge) => ({ challenge: padded(challenge) }),
  ],
  [
    "step 8: challenge with base64 padding",
    "challenge",
    (challenge) => ({ challenge: `${challenge}=` }),
  ],
  [
    "step 9: origin with userinfo",
    "origin",
    () => ({ origin: "https://app.example.com@evil.test" }),
  ],
  ["step 9: origin with a trailing dot", "origin", () => ({ origin: "https://app.example.com." })],
  ["step 9: origin in uppercase", "origin", () => ({ origin: "https://APP.example.com" })],
  ["step 9: origin with a port", "origin", () => ({ origin: "https://app.example.com:8443" })],
  ["step 9: origin over http", "origin", () => ({ origin: "http://app.example.com" })],
  ["step 9: origin of the parent domain", "origin", () => ({ origin: "https://example.com" })],
  ["step 9: localhost outside development", "origin", () => ({ origin: "http://localhost:3000" })],
  ["step 9: the opaque origin null", "origin", () => ({ origin: "null" })],
  ["step 10: embedded in another site", "cross-origin", () => ({ crossOrigin: true })],
  ["step 11: a top origin", "cross-origin", () => ({ topOrigin: "https://evil.test" })],
  ["step 14: rpIdHash of another relying party", "rp-id", () => ({ rpId: "evil.test" })],
  ["step 15: user not present", "user-presence", () => ({ flags: { up: false } })],
  [
    "step 16: user not verified",
    "user-verification",
    () => ({ flags: { uv: false } }),
    { userVerification: "required" },
  ],
  [
    "step 17: backed up without being eligible",
    "backup-state",
    () => ({ flags: { be: false, bs: true } }),
  ],
  ["step 20: algorithm not offered", "algorithm", () => ({ algorithm: -35 })],
  [
    "step 20: key labelled with another type's algorithm",
    "algorithm",
    () => ({ algorithmLabel: -257 }),
  ],
  [
    "step 20: a curve that does not match the algorithm",
    "algorithm",
    () => ({ algorithm: -35, algorithmLabel: -7 }),
  ],
  [
    "the client reports that the key is not resident",
    "resident-key",
    () => ({ residentKey: false }),
  ],
  [
    "step 21: a format identifier over 32 characters",
    "malformed",
    () => ({ attestationFormat: "x".repeat(33) }),
  ],
  [
    "step 21: a format identifier with a control character",
    "malformed",
    () => ({ attestationFormat: "packed\u0000" }),
  ],
  [
    "step 21: an attestation object without a statement",
    "malformed",
    () => ({ attestationObject: cborMap({ fmt: "none", authData: bytes("x") }) }),
  ],
  [
    "step 21: a statement that is not a map",
    "malformed",
    () => ({ attestationObject: cborMap({ fmt: "none", attStmt: "x", authData: bytes("x") }) }),
  ],
  [
    "step 21: a format that is not text",
    "malformed",
    () => ({ attestationObject: cborMap({ fmt: 1, attStmt: new Map(), authData: bytes("x") }) }),
  ],
  [
    "step 21: authenticator data that is not a byte string",
    "malformed",
    () => ({ attestationObject: cborMap({ fmt: "none", attStmt: new Map(), authData: "x" }) }),
  ],
  [
    "step 21: a non-empty statement of format none",
    "attestation",
    () => ({ attestationStatement: new Map([["x", 1]]) }),
  ],
  [
    "step 25: credential id over 1023 bytes",
    "credential-id",
    () => ({ credentialId: Buffer.alloc(1024, 7).toString("base64url") }),
  ],
  ["an id that differs from the attested one", "credential-id", () => ({ id: "AAAA" })],
  ["a rawId that differs from the id", "credential-id", () => ({ rawId: "AAAA" })],
  ["no attested credential", "malformed", () => ({ withoutAttestedData: true })],
  [
    "bytes after the authenticator data",
    "malformed",
    () => ({ trailingAuthenticatorData: bytes("x") }),
  ],
  [
    "bytes after the attestation object",
    "malformed",
    () => ({ trailingAttestationObject: bytes("x") }),
  ],
  [
    "extensions that a list announces",
    "malformed",
    () => ({ flags: { ed: true }, trailingAuthenticatorData: Uint8Array.of(0x80) }),
  ],
  ["client data that is not JSON", "malformed", () => ({ clientDataBytes: bytes("no") })],
  ["client data that is null", "malformed", () => ({ clientDataBytes: bytes("null") })],
  ["client data that is an array", "malformed", () => ({ clientDataBytes: bytes("[]") })],
  [
    "client data that is not UTF-8",
    "malformed",
    () => ({ clientDataBytes: Buffer.from([0xff, 0xfe]) }),
  ],
  ["an origin that is JSON null", "malformed", () => ({ extraClientData: { origin: null } })],
  [
    "crossOrigin that is not a boolean",
    "malformed",
    () => ({ extraClientData: { crossOrigin: "false" } }),
  ],
  ["deeply nested CBOR", "malformed", () => ({ attestationObject: deeplyNestedCbor(20_000) })],
  ["huge CBOR", "malformed", () => ({ attestationObject: hugeCbor(40_000) })],
  [
    "CBOR with an overstated length",
    "malformed",
    () => ({ attestationObject: overstatedCbor(4_000_000) }),
  ],
];

describe("WebAuthn §7.1", () => {
  test.each(cases)(
    "%s fails as %s, consumes the session and writes nothing",
    async (_name, reason, lies, fields) => {
      const tenancy = await createTestTenancy(run.current);
      const begun = await beginRegistration(tenancy, fields);
      const reply = await finishRegistration(
        tenancy,
        device(),
        begun,
        lies(begun.optionsJSON.challenge),
      );
      expect(reply).toMatchObject({
        status: 400,
        body: { _tag: "@error/VerificationFailed", reason },
      });
      expect(await finishRegistration(tenancy, device(), begun)).toMatchObject({
        status: 400,
        body: { _tag: "@error/InvalidToken" },
      });
      expect(await rowsOf(tenancy)).toEqual({ users: 0, passkeys: 0, codes: 0 });
    },
  );

  test("rejects the challenge of a sign-in", async () => {
    const tenancy = await createTestTenancy(run.current);
    const signIn = await tenancy.browser("POST", "passkey/authentication/options", {});
    const begun = await beginRegistration(tenancy);
    const { challenge } = signIn.body["optionsJSON"] as { challenge: string };
    expect((await finishRegistration(tenancy, device(), begun, { challenge })).body["reason"]).toBe(
      "challenge",
    );
  });

  test.each(["packed", "invented"])(
    "does not verify a statement of format %s",
    async (attestationFormat) => {
      const tenancy = await createTestTenancy(run.current);
      const begun = await beginRegistration(tenancy);
      const reply = await finishRegistration(
        tenancy,
        device({ attestation: "packed-self" }),
        begun,
        { attestationFormat, signature: "other-key" },
      );
      expect(reply).toMatchObject({ status: 200, body: { _tag: "RegistrationSuccess" } });
      const row = await run.current.db.passkey.findFirstOrThrow({
        where: { tenancyId: tenancy.id },
      });
      expect(row).toMatchObject({ attestationFormat, attestationObject: null });
    },
  );

  test("does not lower user verification below the tenancy's floor", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { userVerification: "required" });
    const begun = await beginRegistration(tenancy, { userVerification: "discouraged" });
    expect(begun.optionsJSON.authenticatorSelection?.userVerification).toBe("required");
    expect(
      (await finishRegistration(tenancy, device(), begun, { flags: { uv: false } })).body["reason"],
    ).toBe("user-verification");
  });

  test("returns DuplicatePasskey for a registered credential id", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone, { userId: "ada" });
    const credentialId = phone.credentials[0]?.id ?? "";
    const begun = await beginRegistration(tenancy, { username: "eve", userId: "eve" });
    const reply = await finishRegistration(tenancy, device(), begun, { credentialId });
    expect(reply).toMatchObject({ status: 409, body: { _tag: "@error/DuplicatePasskey" } });
    expect(await rowsOf(tenancy)).toEqual({ users: 1, passkeys: 1, codes: 1 });
  });

  test("returns DuplicatePasskey for an excluded credential, even if its passkey has been deleted", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    const credentialId = phone.credentials[0]?.id ?? "";
    const begun = await beginRegistration(tenancy, { userId: "ada" });
    expect(begun.optionsJSON.excludeCredentials?.map(({ id }) => id)).toEqual([credentialId]);
    expect((await tenancy.backend("DELETE", `passkeys/${principal.authenticatorId}`)).status).toBe(
      202,
    );
    const reply = await finishRegistration(tenancy, phone, begun, {
      credentialId,
      ignoreExcludeCredentials: true,
    });
    expect(reply).toMatchObject({ status: 409, body: { _tag: "@error/DuplicatePasskey" } });
  });

  test.each([
    ["ES256", -7],
    ["EdDSA", -8],
    ["RS256", -257],
  ])("registers an %s key and stores its flags and identifiers", async (_name, algorithm) => {
    const tenancy = await createTestTenancy(run.current);
    const aaguid = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";
    const phone = device({ algorithm, aaguid, backupEligible: true, backedUp: true, counter: 7 });
    const { principal } = await register(tenancy, phone, { userId: "ada" });
    const row = await run.current.db.passkey.findUniqueOrThrow({
      where: { tenancyId_id: { tenancyId: tenancy.id, id: principal.authenticatorId } },
    });
    expect(row).toMatchObject({
      algorithm,
      aaguid,
      backupEligible: true,
      backedUp: true,
      userVerified: true,
      attestationObject: null,
      credentialId: phone.credentials[0]?.id,
    });
    expect(row.userHandle).toBe(phone.credentials[0]?.userHandle);
  });

  test("stores the attestation object only with direct attestation", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { attestation: "direct" });
    await register(tenancy, device({ attestation: "packed-self" }));
    const row = await run.current.db.passkey.findFirstOrThrow({ where: { tenancyId: tenancy.id } });
    expect(row.attestationFormat).toBe("packed");
    expect(row.attestationObject?.byteLength).toBeGreaterThan(100);
  });
});
