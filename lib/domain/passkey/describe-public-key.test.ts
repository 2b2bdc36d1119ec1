import { encodeCBOR } from "@levischuck/tiny-cbor";
import { expect, test } from "vitest";
import { generateCredentialKey } from "@/testing/authenticator/keys";
import { describePublicKey, nameOfAlgorithm } from "./passkey-record";

const keyOf = (algorithm: -7 | -8 | -257) =>
  Buffer.from(encodeCBOR(generateCredentialKey(algorithm).coseKey)).toString("base64url");
const namesOf = (algorithm: -7 | -8 | -257) =>
  describePublicKey(keyOf(algorithm)).map(([name]) => name);

test("describes keys of every offered algorithm", () => {
  expect(describePublicKey(keyOf(-7)).slice(0, 3)).toEqual([
    ["Key type", "EC2 (2)"],
    ["Algorithm", "ES256 (ECDSA, P-256, SHA-256) (-7)"],
    ["Curve", "P-256 (1)"],
  ]);
  expect(namesOf(-7)).toEqual(["Key type", "Algorithm", "Curve", "x, 32 bytes", "y, 32 bytes"]);
  expect(namesOf(-8)).toEqual(["Key type", "Algorithm", "Curve", "x, 32 bytes"]);
  expect(namesOf(-257)).toEqual(["Key type", "Algorithm", "n, 256 bytes", "e, 3 bytes"]);
});

test("returns nothing for an invalid key", () => {
  expect(describePublicKey("AAEC")).toEqual([]);
  expect(describePublicKey("")).toEqual([]);
  expect(nameOfAlgorithm(-999)).toBe("COSE algorithm -999");
});
