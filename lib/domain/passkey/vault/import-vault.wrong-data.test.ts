import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ImportWarningReason } from "@/lib/contract/vault-import";
import { warningReasons } from "@/lib/contract/vault-import";
import { random, type SampleLine, sampleLine } from "@/testing/import-lines";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { importInto, toText } from "@/testing/vault-files";

const run = provideService();
const hexOf = (base64Url: string) => Buffer.from(base64Url, "base64url").toString("hex");
const id = random(32);
const uuid = randomUUID();
const uuidBytes = Buffer.from(uuid.replaceAll("-", ""), "hex").toString("base64url");
const uuidText = Buffer.from(uuid).toString("base64url");
const { user } = sampleLine();

const refused: [what: string, fields: object, message: RegExp][] = [
  [
    "a credential id in hexadecimal",
    { credentialId: hexOf(id) },
    new RegExp(`credentialId.*${id}`),
  ],
  [
    "a credential id in upper-case hexadecimal",
    { credentialId: hexOf(id).toUpperCase() },
    new RegExp(`hexadecimal.*${id}`),
  ],
  ["PostgreSQL's form of bytes", { credentialId: `\\x${hexOf(id)}` }, new RegExp(id)],
  ["hexadecimal with a prefix", { userHandle: "0xdeadbeef1234" }, /userHandle.*3q2-7xI0/],
  ["a user handle in hexadecimal", { userHandle: hexOf(id) }, new RegExp(`userHandle.*${id}`)],
  ["a UUID as user handle", { userHandle: uuid }, new RegExp(`UUID.*${uuidBytes}.*${uuidText}`)],
  [
    "a UUID in upper case",
    { credentialId: uuid.toUpperCase() },
    new RegExp(`credentialId.*UUID.*${uuidBytes}`),
  ],
  ["a UUID without dashes", { userHandle: uuid.replaceAll("-", "") }, new RegExp(uuidBytes)],
  ["another store's counter", { counter: 7 }, /^counter: .*signCount/],
  ["a field in snake case", { sign_count: 7 }, /^sign_count: .*signCount/],
  [
    "another store's kind of device",
    { deviceType: "multiDevice" },
    /^deviceType: .*backupEligible/,
  ],
  ["a state by another name", { disabled: true }, /^disabled: .*enabled/],
  [
    "a user's id by another name",
    { user: { ...user, userId: null, email: "ada@example.com", id: 7 } },
    /^user\.id: .*userId/,
  ],
  [
    "a user's field in snake case",
    { user: { ...user, email_verified: true } },
    /^user\.email_verified: .*emailVerified/,
  ],
  ["seconds", { createdAt: 1_766_000_000 }, /^createdAt: .*1766000000000/],
];

const doubted: [
  reason: ImportWarningReason,
  what: string,
  line: () => SampleLine,
  message: RegExp,
][] = [
  [
    "user-handle",
    "short hexadecimal",
    () => sampleLine({ userHandle: "0a1b2c3d4e5f" }),
    /ChssPU5f/,
  ],
  ["user-handle", "a number", () => sampleLine({ userHandle: "12345678" }), /MTIzNDU2Nzg/],
  [
    "user-handle",
    "the user's id",
    () => sampleLine({ userHandle: "user_42x", user: { userId: "user_42x" } }),
    /user\.userId.*dXNlcl80Mng/,
  ],
  ["credential-id", "few bytes", () => sampleLine({ credentialId: random(15) }), /15 bytes/],
  ...["..", " ada", "ada\n", "a\u0085b"].map((userId): (typeof doubted)[number] => [
    "user-id",
    JSON.stringify(userId),
    () => sampleLine({ user: { userId } }),
    /^user\.userId: must not/,
  ]),
  [
    "user-id",
    "in a line with a user only",
    () => ({ _tag: "VaultUser", userId: "." }) as unknown as SampleLine,
    /^userId: must not be \. or \.\./,
  ],
  ["time", "no time", () => sampleLine({ lastUsedAt: 0 }), /^lastUsedAt: .*omit/i],
];

describe("a line that probably means something else", () => {
  test.each(refused)("is refused with what was meant: %s", async (_what, fields, message) => {
    const tenancy = await createTestTenancy(run.current);
    for (const dryRun of [true, false])
      expect(
        await importInto(tenancy, [sampleLine(fields as Record<string, unknown>)], { dryRun }),
      ).toMatchObject({
        created: 0,
        problems: [
          { line: 1, outcome: "malformed", message: expect.stringMatching(message) as string },
        ],
      });
  });

  test.each(doubted)("is imported with a warning: %s, %s", async (reason, _what, line, message) => {
    const tenancy = await createTestTenancy(run.current);
    const lines = [sampleLine(), line()];
    const warning = { line: 2, reason, message: expect.stringMatching(message) as string };
    for (const dryRun of [true, false])
      expect(await importInto(tenancy, lines, { dryRun })).toMatchObject({
        created: 2,
        problems: [],
        warnings: [warning],
      });
  });

  test("every reason of a warning has a case above", () =>
    expect(new Set(doubted.map(([reason]) => reason))).toEqual(new Set(warningReasons)));
});

describe("a line that only looks unusual is imported without a warning", () => {
  test.each<[string, object]>([
    ["another name beside the right one", { counter: 7, signCount: 7 }],
    ["another name without a value", { counter: null }],
    ["an unknown field", { color: "red" }],
    ["a user handle of a small number", { userHandle: "AAAAAAAAAAAAAAAAAAAAEA" }],
    ["a user handle of text", { userHandle: Buffer.from("user-42").toString("base64url") }],
    ["a short user handle", { userHandle: "0102" }],
  ])("%s", async (_what, fields) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await importInto(tenancy, [sampleLine({ ...fields })])).toMatchObject({
      created: 1,
      problems: [],
      warnings: [],
    });
  });

  test("lines of spaces and tabs only are blank", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = `  \n${toText([sampleLine()])}\t \r\n \n${toText([sampleLine({ credentialId: "?" })])}   `;
    expect(await importInto(tenancy, text)).toMatchObject({
      lines: 2,
      created: 1,
      problems: [{ line: 5, reason: "credential-id" }],
    });
  });
});
