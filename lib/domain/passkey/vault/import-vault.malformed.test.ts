import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type MalformedReason, malformedReasons } from "@/lib/contract/vault-import";
import { limits } from "@/lib/limits";
import { random, sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { exportOf, importInto, toText } from "@/testing/vault-files";

const run = provideService();

const x = (length: number) => "x".repeat(length);
const secp256k1Key = generateKeyPairSync("ec", { namedCurve: "secp256k1" })
  .publicKey.export({ format: "der", type: "spki" })
  .toString("base64url");

const malformed: [reason: MalformedReason, what: string, text: string | Uint8Array][] = [
  ["too-long", "more than 16 KiB", JSON.stringify(sampleLine({ padding: x(limits.lineBytes) }))],
  ["json", "no JSON", "{"],
  ["json", "a list", JSON.stringify([sampleLine()])],
  ["json", "text", '"x"'],
  ["json", "null", "null"],
  ["json", "two objects", "{}{}"],
  ["json", "no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ["text", "U+0000", JSON.stringify(sampleLine({ username: "a\u0000" }))],
  [
    "text",
    "a lone surrogate in an unused key",
    JSON.stringify(sampleLine()).replace("{", '{"\\ud800":1,'),
  ],
  ["field", "nothing", "{}"],
  ["field", "no user", JSON.stringify({ ...sampleLine(), user: undefined })],
  [
    "field",
    "a user by prototype alone",
    JSON.stringify({ ...sampleLine(), user: undefined }).replace(
      "{",
      '{"__proto__":{"user":{"userId":"eve"}},',
    ),
  ],
  [
    "field",
    "an operator where text belongs",
    JSON.stringify(sampleLine({ credentialId: { not: "" } })),
  ],
  ["field", "a counter beyond 32 bits", JSON.stringify(sampleLine({ signCount: 2 ** 32 }))],
  ["field", "a counter below none", JSON.stringify(sampleLine({ signCount: -1 }))],
  ["field", "seconds as text", JSON.stringify(sampleLine({ createdAt: "2026-01-01" }))],
  ["field", "a time beyond the calendar", JSON.stringify(sampleLine({ lastUsedAt: 1e15 }))],
  ["field", "a sub that is none", JSON.stringify(sampleLine({ user: { sub: "x" } }))],
  ["field", "an id with other characters", JSON.stringify(sampleLine({ id: "a b" }))],
  ["field", "an id with a slash", JSON.stringify(sampleLine({ id: "a/b" }))],
  ["field", "an id over 64 characters", JSON.stringify(sampleLine({ id: "a".repeat(65) }))],
  ["field", "an empty id", JSON.stringify(sampleLine({ id: "" }))],
  ["field", "an id of dots", JSON.stringify(sampleLine({ id: ".." }))],
  ...["update", "delete", "prune", "export", "import"].map(
    (id): [MalformedReason, string, string] => [
      "field",
      `the id ${id}, which is a path`,
      JSON.stringify(sampleLine({ id })),
    ],
  ),
  ["field", "a userId that is too long", JSON.stringify(sampleLine({ user: { userId: x(256) } }))],
  [
    "field",
    "a name that is too long",
    JSON.stringify(sampleLine({ user: { userId: "ada", givenName: x(101) } })),
  ],
  ["field", "an aaguid that is none", JSON.stringify(sampleLine({ aaguid: "x" }))],
  [
    "field",
    "too many transports",
    JSON.stringify(sampleLine({ transports: Array.from({ length: 33 }, () => "usb") })),
  ],
  ["credential-id", "over 1023 bytes", JSON.stringify(sampleLine({ credentialId: random(1024) }))],
  [
    "credential-id",
    "hexadecimal with a backslash",
    JSON.stringify(sampleLine({ credentialId: "\\x0102" })),
  ],
  [
    "credential-id",
    "bits behind the last byte",
    JSON.stringify(sampleLine({ credentialId: "AB" })),
  ],
  ["user-handle", "over 64 bytes", JSON.stringify(sampleLine({ userHandle: random(65) }))],
  ["user-handle", "blank", JSON.stringify(sampleLine({ userHandle: " " }))],
  ["public-key", "random bytes", JSON.stringify(sampleLine({ publicKey: random(77) }))],
  ["public-key", "no base64", JSON.stringify(sampleLine({ publicKey: "?" }))],
  ["algorithm", "another curve’s", JSON.stringify(sampleLine({ publicKey: secp256k1Key }))],
  ["algorithm", "another than the key's", JSON.stringify(sampleLine({ algorithm: -8 }))],
  ["rp-id", "not the tenancy's", JSON.stringify(sampleLine({ rpId: "evil.test" }))],
  [
    "backup-state",
    "backed up without being eligible",
    JSON.stringify(sampleLine({ backupEligible: false, backedUp: true })),
  ],
  [
    "email",
    "no address",
    JSON.stringify(sampleLine({ user: { userId: "ada", email: "no address" } })),
  ],
  [
    "email",
    "two addresses",
    JSON.stringify(sampleLine({ user: { userId: "ada", email: "a@example.com, b@example.com" } })),
  ],
  ["user", "no identifying field", JSON.stringify(sampleLine({ user: { givenName: "Ada" } }))],
  [
    "username",
    "nothing to show",
    JSON.stringify(
      sampleLine({ username: undefined, user: { sub: "01jd3s0m6kz8f4w2v9b7c5x1ta" } }),
    ),
  ],
];

describe("a malformed line is reported with number and reason, and other lines are imported", () => {
  test.each(malformed)("%s: %s", async (reason, _what, text) => {
    const tenancy = await createTestTenancy(run.current);
    const bytes = Buffer.concat([
      Buffer.from(toText([sampleLine()])),
      Buffer.from(text),
      Buffer.from(`\n${toText([sampleLine()])}`),
    ]);
    for (const dryRun of [true, false])
      expect(await importInto(tenancy, bytes, { dryRun })).toMatchObject({
        dryRun,
        created: 2,
        malformed: 1,
        problems: [
          {
            line: 2,
            outcome: "malformed",
            reason,
            message: expect.stringMatching(/^.{10,}$/) as string,
          },
        ],
      });
  });

  test("every reason has a case above", () =>
    expect(new Set(malformed.map(([reason]) => reason))).toEqual(new Set(malformedReasons)));

  test("rejects 20,000 levels of nesting, and survives the deepest line that fits", async () => {
    const tenancy = await createTestTenancy(run.current);
    const deep = (levels: number) =>
      JSON.stringify(sampleLine()).replace(
        "{",
        `{"deep":${"[".repeat(levels)}${"]".repeat(levels)},`,
      );
    expect(await importInto(tenancy, `${deep(20_000)}\n${deep(7_000)}\n`)).toMatchObject({
      created: 1,
      problems: [{ line: 1, reason: "too-long" }],
    });
  });

  test("treats prototype keys like any other name", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = JSON.stringify(sampleLine({ user: { userId: "ada" } }))
      .replace("{", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},')
      .replace('"user":{', '"user":{"__proto__":{"emailVerified":true,"email":"eve@example.com"},');
    await importInto(tenancy, text);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await exportOf(tenancy)).toMatchObject([{ user: { email: "", emailVerified: false } }]);
  });
});
