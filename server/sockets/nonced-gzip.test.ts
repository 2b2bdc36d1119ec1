import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressPart, gzipWithNonce } from "./page-cache";

test.each([
  ["no nonce", ["only part ".repeat(1_000)]],
  ["a nonce at both ends", ["", "middle", ""]],
  ["many parts", Array.from({ length: 30 }, (_, index) => `part ${index} ü `.repeat(500))],
])("unzips to the parts joined by the nonce: %s", async (_name, texts) => {
  const parts = texts.map((text) => Buffer.from(text));
  const compressed = await Promise.all(parts.map(compressPart));
  for (const nonce of ["first", "another nonce"])
    expect(String(gunzipSync(gzipWithNonce(parts, compressed, Buffer.from(nonce))))).toBe(
      texts.join(nonce),
    );
});
