import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { emptyDatabaseUrl } from "@/testing/worker-database";
import { acme, expectRefusal, json, keystead, newInstallation } from "./keystead";

let env: Awaited<ReturnType<typeof newInstallation>>;
beforeAll(async () => {
  env = await newInstallation();
});

test("migrates an empty database once", async () => {
  const empty = { ...env, DATABASE_URL: await emptyDatabaseUrl() };
  const first = await json<{ applied: string[]; present: string[] }>(["migrate"], empty);
  expect(first).toMatchObject({
    applied: expect.arrayContaining(["20261120000000_foundation"]),
    present: [],
  });
  expect(await json(["migrate"], empty)).toEqual({ applied: [], present: first.applied });
  expect((await keystead(["migrate"], empty)).out).toMatch(/^present +20261120000000_foundation$/m);
});

test("sets up an installation: creates a tenancy and its keys, without a server", async () => {
  expect((await keystead(["tenancy", "list"], env)).out).toContain("keystead tenancy create");
  await expectRefusal(keystead(["key", "list"], env), 3, /No tenancies yet/);

  const shown = await keystead(acme, env);
  expect(shown).toMatchObject({ code: 0, err: "" });
  const [{ id, clientId, createdAt, ...listed } = { id: "", clientId: "", createdAt: 0 }] =
    await json<[{ id: string; clientId: string; createdAt: number }]>(["tenancy", "list"], env);
  expect(listed).toEqual({
    name: "Acme",
    environment: "production",
    rpId: "example.com",
    allowedOrigins: ["https://app.example.com"],
    suspended: false,
    state: "live",
    enabled: true,
  });
  expect(createdAt).toBeGreaterThan(Date.parse("2026-01-01"));
  for (const known of [id, clientId]) expect(shown.out).toContain(known);

  // --tenancy is optional if there is only one tenancy.
  const made = await keystead(
    [
      "key",
      "create",
      "--name",
      "Reader",
      "--scope",
      "users:read",
      "--scope",
      "ceremonies",
      "--expires-in",
      "90d",
    ],
    env,
  );
  expect(made.code).toBe(0);
  expect(made.err).toMatch(/shown only once/);
  const [text] = /ks_\S+/.exec(made.out) ?? [""];
  const [key] = await json<Record<string, unknown>[]>(["key", "list"], env);
  expect(key).toEqual({
    id: expect.any(String),
    name: "Reader",
    start: text.slice(0, 13),
    scopes: ["users:read", "ceremonies"],
    state: "live",
    enabled: true,
    createdAt: expect.any(Number),
    createdBy: "system",
    createdByKeyId: null,
    lockedBy: null,
    lastUsedAt: null,
    expiresAt: expect.any(Number),
    isExpiringSoon: false,
    replacedById: null,
  });
  expect(
    Math.round(((key?.["expiresAt"] as number) - (key?.["createdAt"] as number)) / 60_000),
  ).toBe(90 * 24 * 60);
  const seen = await keystead(["key", "list"], env);
  expect(seen.out).toMatch(/^ID +NAME +KEY +STATE/);
  expect(seen.out).toContain(`${text.slice(0, 13)}_…`);
  expect(seen.out + seen.err).not.toContain(text.slice(14, 40));
});

test("an error names the option of an invalid value, and nothing is created", async () => {
  const before = (await json<unknown[]>(["tenancy", "list"], env)).length;
  await expectRefusal(
    keystead([...acme, "--rp-id", "co.uk"], env),
    2,
    /--rp-id: co\.uk is a public suffix/,
  );
  await expectRefusal(
    keystead([...acme, "--rp-ids", "example.org", "github.io"], env),
    2,
    /--rp-ids: github\.io is a public suffix/,
  );
  await expectRefusal(
    keystead([...acme, "--allowed-origins", "https://example.org"], env),
    2,
    /--allowed-origins: https:\/\/example\.org can’t use these passkeys: its host must be example\.com/,
  );
  expect(await json<unknown[]>(["tenancy", "list"], env)).toHaveLength(before);
});

test("creates a tenancy without origins, with a warning", async () => {
  const { code, err } = await keystead(acme.slice(0, -2), env);
  expect(code).toBe(0);
  expect(err).toMatch(/^keystead: The tenancy has no origin, .*--allowed-origins/);
});

test("FIDO Metadata must be signed by FIDO, and shows its models once imported", async () => {
  await expectRefusal(
    keystead(["metadata", "import", "package.json"], env),
    2,
    /not a FIDO Metadata BLOB/,
  );
  await expectRefusal(
    keystead(["metadata", "show"], env),
    3,
    /No FIDO Metadata is imported\. Import it with: keystead metadata import <file>/,
  );
  const aaguid = "2fc0579f-8113-47ea-b116-bb5a8db9202a";
  const statuses = [
    { status: "FIDO_CERTIFIED_L2", effectiveDate: "2021-06-09" },
    { status: "REVOKED", effectiveDate: null },
  ];
  const client = new pg.Client(env.DATABASE_URL);
  await client.connect();
  await client.query(`INSERT INTO "MetadataBlob" VALUES (1, 184, '2026-12-01', $1, '2026-11-01')`, [
    JSON.stringify([{ aaguid, description: "Key", roots: [], statuses }]),
  ]);
  await client.end();
  const show = ["metadata", "show"];
  const { out } = await keystead([...show, "--aaguid", aaguid.toUpperCase()], env);
  expect(out).toMatch(/^FIDO Metadata +no\. 184$/m);
  expect(out).toMatch(/^ {2}Next update +2026-12-01$/m);
  expect(out).toMatch(/^ {2}Certification +L2$/m);
  expect(out).toMatch(/^ {2}Compromised +yes$/m);
  expect(out).toMatch(/^ {2}Status +FIDO_CERTIFIED_L2 since 2021-06-09$/m);
  expect(await json(show, env)).toMatchObject({ number: 184, models: 1 });
  await expectRefusal(keystead([...show, "--aaguid", "x"], env), 3, /no model with the AAGUID x/);
});

test("asks for the tenancy once there are several", async () => {
  await json([...acme, "--name", "Other"], env);
  await expectRefusal(keystead(["key", "list"], env), 2, /--tenancy: choose one of/);
});
