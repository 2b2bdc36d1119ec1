import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

test("keeps a released version's file unchanged, because browsers cache it for a year", async () => {
  const read = async (file: string) => JSON.parse(await readFile(file, "utf8")) as unknown;
  const { version, script, released } = (await read(
    "lib/http/endpoint/client-files.generated.json",
  )) as { version: string; script: string; released: Record<string, string> };
  const known = (await read(path.join(import.meta.dirname, "versions.json"))) as object;
  expect(await read(path.join(import.meta.dirname, "package.json"))).toMatchObject({ version });
  expect(
    released[version],
    "raise the version in lib/client/package.json, and run scripts/client-library.mjs --release",
  ).toBe(script);
  const hashes = Object.entries(released).map(([kept, file]) => [
    kept,
    createHash("sha256").update(file).digest("hex"),
  ]);
  expect(known).toMatchObject(Object.fromEntries(hashes) as object);
});
