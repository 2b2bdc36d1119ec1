import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { importPublicKey } from "@/lib/domain/passkey/public-key";
import { deeplyNestedCbor, hugeCbor } from "@/testing/authenticator/hostile-cbor";
import { exportGenerated, generateCredentialKey, relabelled } from "@/testing/authenticator/keys";
import { coseOf } from "@/testing/import-lines";
import { readPublicKey } from "./read-public-key";

const wrapped = (text: string) => text.replace(/(.{76})/g, "$1\n");
const pemOf = (spki: Uint8Array) =>
  `-----BEGIN PUBLIC KEY-----\n${wrapped(Buffer.from(spki).toString("base64"))}\n-----END PUBLIC KEY-----\n`;
const spellings = (bytes: Uint8Array): string[] => {
  const url = Buffer.from(bytes).toString("base64url");
  const standard = Buffer.from(bytes).toString("base64");
  return [url, standard, wrapped(standard), standard.replace(/=+$/, "")];
};
const spkiOf = (key: Parameters<typeof createPublicKey>[0]) =>
  createPublicKey(key).export({ format: "der", type: "spki" });

describe.each([-7, -8, -257, -35, -36, -53] as const)("a key of algorithm %i", (algorithm) => {
  const key = generateCredentialKey(algorithm);
  const cose = coseOf(key);

  test("reads the same key from COSE and SubjectPublicKeyInfo, in base64url, base64 and PEM", () => {
    const texts = [
      ...spellings(cose),
      ...spellings(key.spki),
      pemOf(key.spki),
      pemOf(key.spki).replaceAll("\n", "\r\n"),
    ];
    for (const text of texts)
      expect(readPublicKey(text), text).toEqual({ publicKey: new Uint8Array(cose), algorithm });
    expect(importPublicKey(cose).key.export({ format: "der", type: "spki" })).toEqual(
      Buffer.from(key.spki),
    );
  });

  test("reads the same key from COSE in any order and with extra members", () => {
    const odd = new Map<number, unknown>([...key.coseKey].reverse());
    odd.set(2, new Uint8Array([1]));
    expect(
      readPublicKey(
        Buffer.from(isoCBOR.encode(odd as Parameters<typeof isoCBOR.encode>[0])).toString(
          "base64url",
        ),
      ),
    ).toEqual({ publicKey: new Uint8Array(cose), algorithm });
  });

  test("is refused with trailing bytes, truncated, or labeled with another algorithm", () => {
    for (const bytes of [cose, key.spki]) {
      expect(readPublicKey(Buffer.concat([bytes, Buffer.from([0])]).toString("base64url"))).toBe(
        "public-key",
      );
      for (const length of [1, 2, 10, bytes.length - 1])
        expect(readPublicKey(Buffer.from(bytes.subarray(0, length)).toString("base64url"))).toMatch(
          /^(public-key|algorithm)$/,
        );
    }
    const other = algorithm === -7 ? -257 : -7;
    expect(
      readPublicKey(
        Buffer.from(isoCBOR.encode(relabelled(key.coseKey, other))).toString("base64url"),
      ),
    ).toBe("public-key");
    expect(
      readPublicKey(
        Buffer.from(isoCBOR.encode(relabelled(key.coseKey, -37))).toString("base64url"),
      ),
    ).toBe("algorithm");
  });
});

describe("refused", () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

  test.each<[string, string, string]>([
    [
      "secp256k1",
      "algorithm",
      text(spkiOf(generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey)),
    ],
    ["X25519", "algorithm", text(spkiOf(generateKeyPairSync("x25519").privateKey))],
    [
      "RSA-PSS",
      "algorithm",
      text(spkiOf(generateKeyPairSync("rsa-pss", { modulusLength: 2048 }).privateKey)),
    ],
    [
      "RSA of 1024 bits",
      "public-key",
      text(spkiOf(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey)),
    ],
    [
      "a private key as PEM",
      "public-key",
      ec.privateKey.export({ format: "pem", type: "pkcs8" }) as string,
    ],
    ["a private key", "public-key", text(ec.privateKey.export({ format: "der", type: "pkcs8" }))],
    [
      "PKCS #1",
      "public-key",
      text(
        generateKeyPairSync("rsa", { modulusLength: 2048 }).publicKey.export({
          format: "der",
          type: "pkcs1",
        }),
      ),
    ],
    ["a JWK", "public-key", JSON.stringify(exportGenerated(ec.publicKey))],
    [
      "a certificate's label",
      "public-key",
      pemOf(spkiOf(ec.privateKey)).replaceAll("PUBLIC KEY", "CERTIFICATE"),
    ],
    ["a bare point", "public-key", text(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]))],
    [
      "a point off the curve",
      "public-key",
      text(
        isoCBOR.encode(
          new Map<number, number | Uint8Array<ArrayBuffer>>([
            [1, 2],
            [3, -7],
            [-1, 1],
            [-2, new Uint8Array(32).fill(1)],
            [-3, new Uint8Array(32).fill(1)],
          ]),
        ),
      ),
    ],
    ["nesting without end", "public-key", text(deeplyNestedCbor(3_000))],
    ["a map of something else", "public-key", text(hugeCbor(2_000))],
    [
      "hexadecimal",
      "public-key",
      `\\x${Buffer.from(coseOf(generateCredentialKey(-7))).toString("hex")}`,
    ],
    ["nothing", "public-key", "   "],
  ])("%s: %s", (_name, fault, given) => expect(readPublicKey(given)).toBe(fault));
});

test("returns a result for any input, and a key only if it can be imported", () => {
  const cose = coseOf(generateCredentialKey(-7));
  const bent = fc
    .tuple(fc.nat(cose.length - 1), fc.nat(255))
    .map(([at, byte]) => Uint8Array.from(cose, (old, index) => (index === at ? byte : old)));
  fc.assert(
    fc.property(fc.oneof(bent, fc.uint8Array({ maxLength: 300 })), (bytes) => {
      const read = readPublicKey(Buffer.from(bytes).toString("base64url"));
      if (typeof read !== "string") importPublicKey(read.publicKey);
    }),
    { numRuns: 2_000 },
  );
});
