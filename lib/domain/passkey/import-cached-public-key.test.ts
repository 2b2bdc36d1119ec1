import { generateKeyPairSync } from "node:crypto";
import { encodeCBOR } from "@levischuck/tiny-cbor";
import { expect, test } from "vitest";
import { importCachedPublicKey } from "./public-key";

/** Returns a new P-256 key in COSE form (RFC 9053 §7.1). */
function createCoseKey(): Uint8Array<ArrayBuffer> {
  const { x = "", y = "" } = generateKeyPairSync("ec", {
    namedCurve: "P-256",
  }).publicKey.export({ format: "jwk" });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  const entries: [number, number | Uint8Array][] = [
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ];
  return new Uint8Array(encodeCBOR(new Map(entries)));
}

test("imports a key once, and recognizes it by its bytes", () => {
  const key = createCoseKey();
  const imported = importCachedPublicKey(key);
  expect(importCachedPublicKey(new Uint8Array(key))).toBe(imported);
  const other = createCoseKey();
  expect(importCachedPublicKey(other).key.equals(imported.key)).toBe(false);
});

test("a view into a larger buffer counts by its own bytes", () => {
  const one = createCoseKey();
  const two = createCoseKey();
  const buffer = new Uint8Array([...one, ...two]);
  expect(importCachedPublicKey(buffer.subarray(0, one.length))).toBe(importCachedPublicKey(one));
  expect(importCachedPublicKey(buffer.subarray(one.length))).toBe(importCachedPublicKey(two));
});
