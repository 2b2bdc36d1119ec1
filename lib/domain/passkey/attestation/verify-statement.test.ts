import {
  id_ce_keyDescription,
  IntegerSet,
  NonStandardAuthorization,
  NonStandardAuthorizationList,
  NonStandardKeyDescription,
  SecurityLevel,
} from "@peculiar/asn1-android";
import { OctetString } from "@peculiar/asn1-schema";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import { describe, expect, test } from "vitest";
import { type Bytes, type CborValue, sha256 } from "@/testing/authenticator/bytes";
import {
  ceremonyOf,
  type CertifiedFormat,
  certifiedFormats,
  certify,
  type StatementChanges,
} from "@/testing/authenticator/certified-attestation";
import { createAuthority, extension } from "@/testing/authenticator/issue-certificate";
import type { Algorithm } from "@/testing/authenticator/keys";
import { creationOptions, sampleOrigin } from "@/testing/authenticator/sample-relying-party";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticatorOptions,
} from "@/testing/authenticator/software-authenticator";
import { certifiedAaguid, statementFaults } from "@/testing/authenticator/statement-faults";
import { violationsOf } from "@/testing/violations";
import { verifyStatement } from "./verify-statement";

const base64url = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));

async function register(settings: Partial<SoftwareAuthenticatorOptions> = {}) {
  const device = createSoftwareAuthenticator({ origin: sampleOrigin, ...settings });
  const options = await creationOptions();
  const pubKeyCredParams = [{ alg: settings.algorithm ?? -7, type: "public-key" as const }];
  const response = device.register({ ...options, pubKeyCredParams });
  const { key } = device.credentials[0]!;
  return { ceremony: ceremonyOf(response, key), response: response.response };
}

const { ceremony } = await register({ aaguid: certifiedAaguid });
const { clientDataHash } = ceremony;

const verdictOf = (attestationObject: Bytes) =>
  verifyStatement({ attestationObject, clientDataHash });
const reasonOf = (format: CertifiedFormat, changes: StatementChanges) =>
  verdictOf(certify(format, ceremony, changes)).reason;

describe("a correct statement", () => {
  test.each(certifiedFormats)("of %s is basic, with its chain", (format) => {
    const issuer = createAuthority("CN=Root");
    const { type, chain } = verdictOf(
      certify(format, ceremony, {
        issuer,
        intermediates: format === "fido-u2f" ? [] : [issuer.certificate],
      }),
    );
    expect({ type, certificates: chain.length }).toEqual({
      type: "basic",
      certificates: format === "fido-u2f" ? 1 : 2,
    });
  });

  test.each<Algorithm>([-8, -257, -35, -36, -53])(
    "of algorithm %i for each format",
    async (algorithm) => {
      const { ceremony: other } = await register({ algorithm });
      const hash = other.clientDataHash;
      const formats: CertifiedFormat[] =
        algorithm === -8 || algorithm === -53
          ? ["packed", "android-key", "apple"]
          : ["packed", "android-key", "apple", "tpm"];
      const types = formats.map(
        (format) =>
          verifyStatement({ attestationObject: certify(format, other), clientDataHash: hash }).type,
      );
      expect(types).toEqual(formats.map(() => "basic"));
    },
  );

  test("of the credential's own key is self", async () => {
    const { ceremony: own, response } = await register({ attestation: "packed-self" });
    const attestationObject = base64url(response.attestationObject);
    expect(verifyStatement({ attestationObject, ...own })).toEqual({ type: "self", chain: [] });
  });
});

describe("an invalid statement", () => {
  test("of an unknown format", () => {
    expect(reasonOf("packed", { format: "android-safetynet" })).toBe("unknown-format");
    expect(reasonOf("packed", { format: "constructor" })).toBe("unknown-format");
  });

  test("of the format compound, which is a list", () => {
    const members: [string, CborValue][] = [
      ["fmt", "compound"],
      ["attStmt", []],
      ["authData", ceremony.authData],
    ];
    expect(verdictOf(isoCBOR.encode(new Map(members))).reason).toBe("unknown-format");
    expect(reasonOf("packed", { format: "compound" })).toBe("malformed");
  });

  test("`none` with members", () => {
    expect(reasonOf("packed", { format: "none" })).toBe("malformed");
  });

  test("that is no attestation object", () => {
    expect(verdictOf(new Uint8Array([1, 2, 3]))).toEqual({
      type: "invalid",
      chain: [],
      reason: "malformed",
    });
  });

  test.each(certifiedFormats)("of %s for other client data", (format) => {
    const other = { ...ceremony, clientDataHash: sha256("other") };
    const expected = { packed: "signature", "fido-u2f": "signature", "android-key": "signature" };
    const attestationObject = certify(format, other);
    expect(verdictOf(attestationObject).reason).toBe(
      expected[format as keyof typeof expected] ?? "ceremony",
    );
  });

  test.each(certifiedFormats)("of %s whose x5c is empty, no array, or no certificate", (format) => {
    for (const x5c of [[], "text", [1], [new Uint8Array(9)], Array(9).fill(new Uint8Array(9))])
      expect(
        reasonOf(format, { members: (members) => void members.set("x5c", x5c as CborValue) }),
      ).toBe("malformed");
  });

  const faults = certifiedFormats.flatMap((format) =>
    statementFaults[format].map(
      ([title, changes, reason]) => [`${format}: ${title}`, format, changes, reason] as const,
    ),
  );
  test("has the reason of its fault", async () => {
    const violations = await violationsOf(faults, (_name, format, changes, reason) => {
      expect(reasonOf(format, changes)).toBe(reason);
    });
    expect(violations).toEqual([]);
  });

  test("fido-u2f: a credential of another algorithm", async () => {
    const { ceremony: ed25519 } = await register({ algorithm: -8 });
    const attestationObject = certify("fido-u2f", ed25519);
    expect(verifyStatement({ attestationObject, ...ed25519 }).reason).toBe("public-key");
  });
});

describe("an Android key description whose members are in another order", () => {
  const verdictOfOrigin = (origin: number) => {
    const teeEnforced = [{ origin }, { purpose: new IntegerSet([2]) }];
    const description = new NonStandardKeyDescription({
      attestationVersion: 3,
      attestationSecurityLevel: SecurityLevel.trustedEnvironment,
      keymasterVersion: 4,
      keymasterSecurityLevel: SecurityLevel.trustedEnvironment,
      attestationChallenge: new OctetString(clientDataHash),
      uniqueId: new OctetString(),
      softwareEnforced: new NonStandardAuthorizationList(),
      teeEnforced: new NonStandardAuthorizationList(
        teeEnforced.map((member) => new NonStandardAuthorization(member)),
      ),
    });
    const replacement = extension(id_ce_keyDescription, description);
    return verdictOf(
      certify("android-key", ceremony, {
        leaf: (facts) => ({
          ...facts,
          extensions: facts.extensions.map((one) =>
            one.extnID === id_ce_keyDescription ? replacement : one,
          ),
        }),
      }),
    );
  };

  test("is read", () => {
    expect(verdictOfOrigin(0).type).toBe("basic");
  });

  test("is refused for another origin", () => {
    expect(verdictOfOrigin(2).reason).toBe("certificate");
  });
});
