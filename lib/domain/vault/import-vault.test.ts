import { describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import {
  conflictReasons,
  malformedReasons,
  VaultImport,
  type ConflictReason,
  type MalformedReason,
} from "@/lib/contract/vault-import";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/lib/testing/ceremonies";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/lib/testing/test-tenancy";
import { random, sampleLine, type SampleLine } from "@/tests/support/import-lines";
import { provideService } from "@/tests/support/provide-service";
import { exportOf, importInto, toText } from "@/tests/support/vault-files";

const run = provideService();

const device = () => createSoftwareAuthenticator({ origin: testOrigin });

/** All that the tenancy keeps. */
async function stateOf({ id: tenancyId }: Pick<TestTenancy, "id">): Promise<string> {
  const { db } = run.current;
  const where = { tenancyId };
  const rows: unknown[] = [
    await db.user.findMany({ where, orderBy: { sub: "asc" } }),
    await db.passkey.findMany({ where, orderBy: { id: "asc" } }),
    await db.userHandle.findMany({ where, orderBy: { sub: "asc" } }),
    await db.auditEvent.findMany({ where, orderBy: { id: "asc" } }),
  ];
  return JSON.stringify(rows, (_key, value: unknown) =>
    typeof value === "bigint" ? String(value) : value,
  );
}

const actionsOf = async ({ id: tenancyId }: TestTenancy, actions: string[]) =>
  (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId, action: { in: actions } },
      orderBy: { action: "asc" },
    })
  ).map(({ action }) => action);

describe("a line", () => {
  test("of the least that there can be makes a user and a passkey, audited", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { credentialId, publicKey, userHandle } = sampleLine();
    const report = await importInto(tenancy, [
      { credentialId, publicKey, userHandle, user: { userId: "ada" } },
    ]);
    expect(report).toEqual({
      _tag: "VaultImport",
      dryRun: false,
      lines: 1,
      created: 1,
      existing: 0,
      conflicting: 0,
      malformed: 0,
      usersCreated: 1,
      existingLines: [],
      problems: [],
    });
    const now = run.current.clock.now();
    expect(await exportOf(tenancy)).toMatchObject([
      {
        credentialId,
        publicKey,
        userHandle,
        algorithm: -7,
        rpId: "example.com",
        username: "ada",
        displayName: "ada",
        signCount: 0,
        transports: [],
        backedUp: false,
        enabled: true,
        createdAt: now,
        user: { userId: "ada", email: "", enabled: true },
      },
    ]);
    expect(await actionsOf(tenancy, ["user.created", "passkey.imported"])).toEqual([
      "passkey.imported",
      "user.created",
    ]);
  });

  test("joins the user whom it names, by userId alone, else by sub, else by a held email, and changes nothing of theirs", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device(), {
      userId: "ada",
      username: "ada@example.com",
      givenName: "Ada",
    });
    const other = await register(tenancy, device(), { username: "bob@example.com" });
    const before = JSON.stringify(
      await run.current.db.user.findMany({
        where: { tenancyId: tenancy.id },
        orderBy: { sub: "asc" },
      }),
    );
    const named = { givenName: "Eve", emailVerified: true, enabled: false };
    const lines = [
      sampleLine({ user: { userId: "ada", email: "bob@example.com", ...named } }),
      sampleLine({ user: { userId: "ada", sub: other.principal.sub } }),
      sampleLine({ user: { userId: other.principal.sub, ...named } }),
      sampleLine({ user: { sub: principal.sub, ...named } }),
      sampleLine({ user: { email: " ADA@example.com " } }),
    ];
    expect(await importInto(tenancy, lines)).toMatchObject({ created: 5, usersCreated: 0 });
    const owners = new Map(
      (await exportOf(tenancy)).map((line) => [line.credentialId, line.user.sub]),
    );
    expect(lines.map(({ credentialId }) => owners.get(credentialId))).toEqual([
      principal.sub,
      principal.sub,
      other.principal.sub,
      principal.sub,
      principal.sub,
    ]);
    expect(
      JSON.stringify(
        await run.current.db.user.findMany({
          where: { tenancyId: tenancy.id },
          orderBy: { sub: "asc" },
        }),
      ),
    ).toBe(before);
  });

  test("keeps sub and passkey id where they are free, and makes them where none is given", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [id, sub] = [run.current.createId(), run.current.createId()];
    await importInto(tenancy, [
      sampleLine({ id, user: { sub, userId: "ada" } }),
      sampleLine({ user: { userId: "bob" } }),
    ]);
    const lines = await exportOf(tenancy);
    expect(lines.map(({ id: own }) => own)).toContain(id);
    expect(lines.find(({ user }) => user.userId === "ada")?.user.sub).toBe(sub);
    expect(lines.find(({ user }) => user.userId === "bob")?.user.sub).toMatch(/^[0-9a-z]{26}$/);
  });

  test("may have null for what it does not know, fields that nobody reads, and any end of line", async () => {
    const tenancy = await createTestTenancy(run.current);
    const nothing = Object.fromEntries(
      [
        "id",
        "algorithm",
        "signCount",
        "transports",
        "backupEligible",
        "backedUp",
        "aaguid",
        "rpId",
        "username",
        "displayName",
        "createdAt",
        "lastUsedAt",
      ].map((name) => [name, null]),
    );
    const line = JSON.stringify({
      ...sampleLine(),
      ...nothing,
      colour: { deep: [[[1]]] },
      _tag: "VaultPasskey",
    });
    const report = await importInto(
      tenancy,
      `\r\n${line}\r\n\n \r\n${JSON.stringify(sampleLine())}`,
    );
    expect(report).toMatchObject({
      lines: 3,
      created: 2,
      malformed: 1,
      problems: [{ line: 4, reason: "json" }],
    });
  });

  test("an email is held, unless the line says that it was only claimed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const line = (userId: string, fields: object) =>
      sampleLine({ user: { userId, email: `${userId}@example.com`, ...fields } });
    await importInto(tenancy, [
      line("a", {}),
      line("b", { emailVerified: true }),
      line("c", { emailHeld: false }),
      line("d", { emailHeld: false, emailVerified: true }),
    ]);
    const users = Object.fromEntries(
      (await exportOf(tenancy)).map(({ user }) => [
        user.userId,
        [user.emailVerified, user.emailHeld],
      ]),
    );
    expect(users).toEqual({
      a: [false, true],
      b: [true, true],
      c: [false, false],
      d: [true, true],
    });
  });

  test("a held email takes it from whoever only claimed it, audited", async () => {
    const tenancy = await createTestTenancy(run.current);
    const stranger = await registerSelf(tenancy, device(), { email: "ada@example.com" });
    await importInto(tenancy, [sampleLine({ user: { userId: "ada", email: "ada@example.com" } })]);
    expect(
      await run.current.db.user.findFirst({
        where: { tenancyId: tenancy.id, sub: stranger.principal.sub },
      }),
    ).toMatchObject({ email: "", emailNormalized: null });
    expect(await actionsOf(tenancy, ["user.email-held", "user.email-claim-lost"])).toEqual([
      "user.email-claim-lost",
      "user.email-held",
    ]);
  });
});

const x = (length: number) => "x".repeat(length);
const publicKeyOf = (algorithm: -7 | -8 | -257 | -35) => sampleLine({}, algorithm).publicKey;

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
    "a lone surrogate in a key that nobody reads",
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
  ["field", "an id that is none", JSON.stringify(sampleLine({ id: "x" }))],
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
  ["algorithm", "ES384", JSON.stringify(sampleLine({ publicKey: publicKeyOf(-35) }))],
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
  ["user", "nobody named", JSON.stringify(sampleLine({ user: { givenName: "Ada" } }))],
  [
    "username",
    "nothing to show",
    JSON.stringify(
      sampleLine({ username: undefined, user: { sub: "01jd3s0m6kz8f4w2v9b7c5x1ta" } }),
    ),
  ],
];

describe("a malformed line is told by its number and reason, and the others are taken", () => {
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

  test("each reason of the closed list is met above", () =>
    expect(new Set(malformed.map(([reason]) => reason))).toEqual(new Set(malformedReasons)));

  test("20 000 levels of nesting fit in no line, and what fits does no harm", async () => {
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

  test("keys of prototypes are names like any other", async () => {
    const tenancy = await createTestTenancy(run.current);
    const text = JSON.stringify(sampleLine({ user: { userId: "ada" } }))
      .replace("{", '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},')
      .replace('"user":{', '"user":{"__proto__":{"emailVerified":true,"email":"eve@example.com"},');
    await importInto(tenancy, text);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    expect(await exportOf(tenancy)).toMatchObject([{ user: { email: "", emailVerified: false } }]);
  });
});

/** Each prepares the tenancy, and answers the line that contradicts it. */
const conflicts: [
  reason: ConflictReason,
  what: string,
  prepare: (tenancy: TestTenancy) => Promise<SampleLine>,
][] = [
  [
    "credential-differs",
    "another key",
    async (tenancy) => ({ ...(await kept(tenancy)), publicKey: sampleLine().publicKey }),
  ],
  [
    "credential-differs",
    "another rpId",
    async (tenancy) => {
      const line = await kept(tenancy);
      await run.current.db.passkey.updateMany({
        where: { tenancyId: tenancy.id },
        data: { rpId: "old.example.com" },
      });
      return line;
    },
  ],
  [
    "credential-of-another-user",
    "another userId",
    async (tenancy) => ({ ...(await kept(tenancy)), user: { userId: "eve" } }),
  ],
  [
    "credential-of-another-user",
    "another sub",
    async (tenancy) => ({ ...(await kept(tenancy)), user: { sub: run.current.createId() } }),
  ],
  [
    "credential-of-another-user",
    "an email that somebody else holds",
    async (tenancy) => {
      await register(tenancy, device(), { username: "bob@example.com" });
      return { ...(await kept(tenancy)), user: { email: "bob@example.com" } };
    },
  ],
  [
    "passkey-id-taken",
    "the id of another passkey",
    async (tenancy) =>
      sampleLine({ id: (await register(tenancy, device())).principal.authenticatorId }),
  ],
  [
    "sub-taken",
    "the sub of another user",
    async (tenancy) =>
      sampleLine({
        user: {
          userId: "eve",
          sub: (await register(tenancy, device(), { userId: "ada" })).principal.sub,
        },
      }),
  ],
  [
    "sub-taken",
    "a sub that is somebody's userId",
    async (tenancy) => {
      const sub = run.current.createId();
      await register(tenancy, device(), { userId: sub });
      return sampleLine({ user: { sub } });
    },
  ],
  [
    "user-id-is-a-sub",
    "the sub of a user of another userId",
    async (tenancy) =>
      sampleLine({
        user: { userId: (await register(tenancy, device(), { userId: "ada" })).principal.sub },
      }),
  ],
  [
    "email-held",
    "the email of another user, written otherwise",
    async (tenancy) => {
      await register(tenancy, device(), { userId: "ada", username: "ada@example.com" });
      return sampleLine({ user: { userId: "eve", email: "ADA@Example.com" } });
    },
  ],
  [
    "too-many-passkeys",
    "one more than the tenancy allows",
    async (tenancy) => {
      await tenancy.set({ passkeysPerUser: 1 });
      await register(tenancy, device(), { userId: "ada" });
      return sampleLine({ user: { userId: "ada" } });
    },
  ],
];

/** A line that was imported before. */
async function kept(tenancy: TestTenancy): Promise<SampleLine> {
  const line = sampleLine({ user: { userId: "ada" } });
  expect(await importInto(tenancy, [line])).toMatchObject({ created: 1 });
  return line;
}

describe("a line that contradicts the vault is told by its number and reason, and the others are taken", () => {
  test.each(conflicts)("%s: %s", async (reason, _what, prepare) => {
    const tenancy = await createTestTenancy(run.current);
    const line = await prepare(tenancy);
    const before = await stateOf(tenancy);
    const told = {
      conflicting: 1,
      problems: [
        {
          line: 1,
          outcome: "conflict",
          reason,
          message: expect.stringMatching(/^.{10,}$/) as string,
        },
      ],
    };
    expect(await importInto(tenancy, [line])).toMatchObject(told);
    expect(await stateOf(tenancy)).toBe(before);
    expect(await importInto(tenancy, [line, sampleLine()], { dryRun: true })).toMatchObject({
      ...told,
      created: 1,
    });
    expect(await importInto(tenancy, [line, sampleLine()])).toMatchObject({ ...told, created: 1 });
  });

  test("each reason of the closed list is met above", () =>
    expect(new Set(conflicts.map(([reason]) => reason))).toEqual(new Set(conflictReasons)));

  test("as does one that contradicts a line before it", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 2 });
    const [one, two] = [
      sampleLine({ user: { userId: "ada", email: "ada@example.com" } }),
      sampleLine({ user: { userId: "ada" } }),
    ];
    const lines = [
      one,
      two,
      one,
      sampleLine({ user: { userId: "ada" } }),
      sampleLine({ user: { userId: "bob", email: "ada@example.com" } }),
      { ...one, publicKey: two.publicKey },
    ];
    const told = {
      created: 2,
      usersCreated: 1,
      existing: 1,
      existingLines: [3],
      problems: [
        { line: 4, reason: "too-many-passkeys" },
        { line: 5, reason: "email-held" },
        { line: 6, reason: "credential-differs" },
      ],
    };
    expect(await importInto(tenancy, lines, { dryRun: true })).toMatchObject(told);
    expect(await importInto(tenancy, lines)).toMatchObject(told);
  });

  test("another tenancy's users and passkeys are none of its business", async () => {
    const [tenancy, other] = [
      await createTestTenancy(run.current),
      await createTestTenancy(run.current),
    ];
    const { principal } = await register(other, device(), {
      userId: "ada",
      username: "ada@example.com",
    });
    const [theirs] = await exportOf(other);
    const before = await stateOf(other);
    expect(await importInto(tenancy, [theirs ?? {}])).toMatchObject({
      created: 1,
      usersCreated: 1,
    });
    expect(await exportOf(tenancy)).toMatchObject([
      {
        id: principal.authenticatorId,
        user: { sub: principal.sub, userId: "ada", email: "ada@example.com" },
      },
    ]);
    expect(await stateOf(other)).toBe(before);
  });
});

test("a user id that is cut within a character to make a username is imported", async () => {
  const tenancy = await createTestTenancy(run.current);
  const userId = `${"a".repeat(253)}😀`;
  const { username: _, ...line } = sampleLine({ user: { userId } });
  expect(await importInto(tenancy, [line])).toMatchObject({ created: 1 });
  expect(await exportOf(tenancy)).toMatchObject([
    { username: `${"a".repeat(253)}\ufffd`, user: { userId } },
  ]);
});

test("PostgreSQL knows that tables have grown while they do", async () => {
  const tenancy = await createTestTenancy(run.current);
  await run.current.pool.query(
    "UPDATE pg_class SET reltuples = -1 WHERE oid IN ('\"User\"'::regclass, '\"Passkey\"'::regclass, '\"UserHandle\"'::regclass)",
  );
  await importInto(
    tenancy,
    Array.from({ length: 500 }, () => sampleLine()),
  );
  const { rows } = await run.current.pool.query<{ known: number }>(
    "SELECT reltuples AS known FROM pg_class WHERE oid IN ('\"User\"'::regclass, '\"Passkey\"'::regclass, '\"UserHandle\"'::regclass)",
  );
  expect(rows.map(({ known }) => known >= 500)).toEqual([true, true, true]);
});

describe("the same file again", () => {
  test("changes nothing, whatever became of its passkeys meanwhile", async () => {
    const tenancy = await createTestTenancy(run.current);
    const lines = Array.from({ length: limits.importBatchLines + 20 }, () => sampleLine());
    expect(await importInto(tenancy, lines)).toMatchObject({
      created: lines.length,
      usersCreated: lines.length,
    });
    await tenancy.backend("PATCH", `passkeys/${(await exportOf(tenancy))[0]?.id}`, {
      username: "renamed",
      enabled: false,
    });
    const before = await stateOf(tenancy);
    run.current.clock.advance(60_000);
    expect(await importInto(tenancy, lines)).toMatchObject({
      created: 0,
      usersCreated: 0,
      existing: lines.length,
      problems: [],
    });
    expect((await stateOf(tenancy)).split("vault.exported")[0]).toBe(
      before.split("vault.exported")[0],
    );
  });

  test("with its keys in another form is the same file", async () => {
    const tenancy = await createTestTenancy(run.current);
    const line = sampleLine();
    await importInto(tenancy, [line]);
    const padded = Buffer.from(line.publicKey, "base64url")
      .toString("base64")
      .replace(/(.{40})/g, "$1\n");
    expect(
      await importInto(tenancy, [
        {
          ...line,
          publicKey: padded,
          credentialId: Buffer.from(line.credentialId, "base64url").toString("base64"),
        },
      ]),
    ).toMatchObject({ existing: 1 });
  });
});

describe("a dry run", () => {
  test("tells what the import then does, over several batches, and changes nothing", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 2 });
    await register(tenancy, device(), { userId: "user-7", username: "u7@example.com" });
    const lines = Array.from({ length: limits.importBatchLines * 2 + 50 }, (_, index) => {
      const user = {
        userId: `user-${index % 90}`,
        ...(index % 4 === 0 ? { email: `u${index % 100}@example.com` } : {}),
      };
      return index % 17 === 5 ? { broken: true } : sampleLine({ user });
    });
    lines.push(...lines.slice(0, 40));
    const before = await stateOf(tenancy);
    const told = await importInto(tenancy, lines, { dryRun: true });
    expect(await stateOf(tenancy)).toBe(before);
    const done = await importInto(tenancy, lines);
    expect(done).toEqual({ ...told, dryRun: false });
    for (const count of [
      done.created,
      done.existing,
      done.conflicting,
      done.malformed,
      done.usersCreated,
    ])
      expect(count).toBeGreaterThan(10);
  });
});

describe("the report", () => {
  test("names the first thousand problems and counts them all", async () => {
    const tenancy = await createTestTenancy(run.current);
    const report = await importInto(tenancy, "{}\n".repeat(limits.importProblems + 300));
    expect([report.malformed, report.problems.length, report.problems.at(-1)?.line]).toEqual([
      limits.importProblems + 300,
      limits.importProblems,
      limits.importProblems,
    ]);
    VaultImport.parse(report);
  });

  test("of an empty file is empty", async () =>
    expect(await importInto(await createTestTenancy(run.current), "\n\n")).toMatchObject({
      lines: 0,
      created: 0,
    }));
});
