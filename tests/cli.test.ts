import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  connectOrStart,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "@/lib/platform/embedded-postgres/start";
import { pngPicture } from "@/lib/testing/pictures";
import {
  environmentOf,
  makeDataFolder,
  removeServer,
  startServer,
  type ServerProcess,
} from "./support/server-process";
import { until } from "./support/until";

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the command that `npm run keystead --` runs. */
function keystead(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  const child = spawn(process.execPath, ["scripts/keystead.mjs", ...args], {
    env: environmentOf(env) as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended: Ended = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (ended.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (ended.err += chunk.toString()));
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...ended, code })));
}

/** The one JSON document of a command that must succeed in silence. */
async function json<T = Record<string, unknown>>(
  args: string[],
  env: Record<string, string>,
): Promise<T> {
  const { code, out, err } = await keystead([...args, "--json"], env);
  expect({ code, err }, out).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as T;
}

async function expectRefusal(
  running: Promise<Ended>,
  code: number,
  sentence: RegExp,
): Promise<void> {
  const ended = await running;
  expect(ended.err).toMatch(sentence);
  expect(ended).toMatchObject({ code, out: "" });
  expect(ended.err).toMatch(/^keystead: /);
  expect(ended.err).not.toMatch(/^ {4}at /m);
}

async function removeDataFolder(dataFolder: string): Promise<void> {
  const { folder, stop } = await connectOrStart({ dataFolder });
  await stop();
  for (const each of [folder, dataFolder]) await rm(each, { recursive: true, force: true });
}

const acme = [
  "tenancy",
  "create",
  "--name",
  "Acme",
  "--environment",
  "production",
  "--rp-id",
  "example.com",
  "--origin",
  "https://app.example.com",
];
interface MadeTenancy {
  id: string;
  clientId: string;
}
interface MadeKey {
  id: string;
  key: string;
}

describe("help", () => {
  const commands = [
    "",
    "tenancy",
    "tenancy create",
    "tenancy list",
    "tenancy brand",
    "tenancy hosted",
    "key",
    "key create",
    "key list",
    "key lock",
    "key unlock",
    "key revoke",
    "keys",
    "keys rotate",
    "operator",
    "operator recover",
    "audit",
    "audit verify",
    "migrate",
  ];

  test.each(commands)("keystead %s --help", async (command) => {
    const { code, out, err } = await keystead([...command.split(" ").filter(Boolean), "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain(`Usage: ${`keystead ${command}`.trim()}`);
  });

  test("the root tells what each exit code means", async () => {
    const { out } = await keystead(["--help"]);
    for (const code of [0, 1, 2, 3, 4, 5]) expect(out).toMatch(new RegExp(`^  ${code}  \\S`, "m"));
  });
});

describe("wrong usage", () => {
  // Nothing is touched: no database answers here.
  const nowhere = {
    DATABASE_URL: "postgresql://127.0.0.1:1/nowhere",
    KEYSTEAD_MODE: "local",
    KEYSTEAD_SECRET: "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
  };

  test.each([
    ["an unknown command", ["tenancies"], /unknown command 'tenancies'/],
    ["an unknown option", ["tenancy", "list", "--all"], /unknown option '--all'/],
    ["an argument too many", ["tenancy", "list", "all"], /too many arguments/],
    ["a missing option", acme.slice(0, 6), /'--rp-id <domain>'/],
    [
      "an environment that is none",
      [...acme, "--environment", "prod"],
      /'--environment <environment>'.*development, staging, production/,
    ],
    ["a blank name", [...acme, "--name", " "], /'--name <name>'.*1 to 100 characters/],
    [
      "a name that steers the terminal",
      [...acme, "--name", "\u001b[2J"],
      /'--name <name>'.*control character/,
    ],
    [
      "an unknown scope",
      ["key", "create", "--name", "x", "--scope", "everything"],
      /'--scope <scope\.\.\.>'.*vault:export/,
    ],
    [
      "a duration without a unit",
      ["key", "create", "--name", "x", "--expires-in", "90"],
      /'--expires-in <duration>'.*30m, 12h or 90d/,
    ],
    [
      "a duration that never ends",
      ["key", "create", "--name", "x", "--expires-in", "9999d"],
      /'--expires-in <duration>'.*ten years/,
    ],
    ["no key named", ["key", "lock"], /missing required argument 'key'/],
  ])("%s", async (_name, args, sentence) => expectRefusal(keystead(args, nowhere), 2, sentence));

  test("a group without its command shows the group's help", async () => {
    const { code, out, err } = await keystead(["key"]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain("Usage: keystead key");
  });

  test("a database that cannot be reached, a configuration that is wrong and a folder that is none are told apart by their sentence", async () => {
    await expectRefusal(
      keystead(["tenancy", "list"], nowhere),
      4,
      /the database nowhere at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)/,
    );
    await expectRefusal(keystead(["migrate"], nowhere), 4, /cannot be reached/);
    await expectRefusal(
      keystead(["tenancy", "list"], { KEYSTEAD_MODE: "production" }),
      4,
      /Production mode needs KEYSTEAD_SECRET, BASE_URL, DATABASE_URL/,
    );
    const folder = makeDataFolder();
    await writeFile(join(folder, "file"), "");
    await expectRefusal(
      keystead(["tenancy", "list"], { KEYSTEAD_DATA: join(folder, "file/below") }),
      4,
      /cannot be written \(ENOTDIR\)/,
    );
    await rm(folder, { recursive: true });
  });
});

describe("on an embedded database that nobody runs", () => {
  const dataFolder = makeDataFolder();
  const env = { KEYSTEAD_DATA: dataFolder };
  afterAll(() => removeDataFolder(dataFolder));

  test("an installation begins here: migrate, make a tenancy and its keys, without a server", async () => {
    const first = await json<{ applied: string[]; present: string[] }>(["migrate"], env);
    expect(first).toMatchObject({
      applied: expect.arrayContaining(["20261120000000_foundation"]),
      present: [],
    });
    expect(await json(["migrate"], env)).toEqual({ applied: [], present: first.applied });
    expect((await keystead(["migrate"], env)).out).toMatch(/^there +20261120000000_foundation$/m);

    expect((await keystead(["tenancy", "list"], env)).out).toContain("keystead tenancy create");
    await expectRefusal(keystead(["key", "list"], env), 3, /There is no tenancy yet/);

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
    });
    expect(createdAt).toBeGreaterThan(Date.parse("2026-01-01"));
    for (const known of [id, clientId]) expect(shown.out).toContain(known);

    // The only tenancy need not be named.
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
    expect(made.err).toMatch(/shown this once/);
    const [text] = /ks_\S+/.exec(made.out) ?? [""];
    const [key] = await json<Record<string, unknown>[]>(["key", "list"], env);
    expect(key).toEqual({
      ...{
        id: expect.any(String),
        name: "Reader",
        start: text.slice(0, 13),
        scopes: ["users:read", "ceremonies"],
        state: "live",
      },
      ...{
        createdAt: expect.any(Number),
        lastUsedAt: null,
        expiresAt: expect.any(Number),
        replacedById: null,
      },
    });
    expect(
      Math.round(((key?.["expiresAt"] as number) - (key?.["createdAt"] as number)) / 60_000),
    ).toBe(90 * 24 * 60);
    const seen = await keystead(["key", "list"], env);
    expect(seen.out).toMatch(/^ID +NAME +KEY +STATE/);
    expect(seen.out).toContain(`${text.slice(0, 13)}_…`);
    expect(seen.out + seen.err).not.toContain(text.slice(14, 40));
  });

  test("a refused value names its option, and nothing is made", async () => {
    const before = (await json<unknown[]>(["tenancy", "list"], env)).length;
    await expectRefusal(
      keystead([...acme, "--rp-id", "co.uk"], env),
      2,
      /--rp-id: co\.uk is a public suffix/,
    );
    await expectRefusal(
      keystead([...acme, "--further-rp-id", "example.org", "github.io"], env),
      2,
      /--further-rp-id: github\.io is a public suffix/,
    );
    await expectRefusal(
      keystead([...acme, "--origin", "https://example.org"], env),
      2,
      /--origin: https:\/\/example\.org does not lie at or below example\.com/,
    );
    expect(await json<unknown[]>(["tenancy", "list"], env)).toHaveLength(before);
  });

  test("a tenancy that no page may call is made, and that is said", async () => {
    const { code, err } = await keystead(acme.slice(0, -2), env);
    expect(code).toBe(0);
    expect(err).toMatch(/^keystead: The tenancy has no origin yet.*--origin/);
  });

  test("commands at once take turns", async () => {
    const before = (await json<unknown[]>(["tenancy", "list"], env)).length;
    await Promise.all(
      ["One", "Two", "Three"].map((name) => json<MadeTenancy>([...acme, "--name", name], env)),
    );
    expect(await json<unknown[]>(["tenancy", "list"], env)).toHaveLength(before + 3);
    await expectRefusal(keystead(["key", "list"], env), 2, /--tenancy: say which/);
  });

  test("the database is left stopped, also by a command that is ended half-way", async () => {
    const { folder, stop } = await connectOrStart({ dataFolder });
    await stop();
    const pidFile = join(folder, "data/postmaster.pid");
    expect(existsSync(pidFile)).toBe(false);
    const child = spawn(process.execPath, ["scripts/keystead.mjs", "tenancy", "list"], {
      env: environmentOf(env) as NodeJS.ProcessEnv,
      stdio: "ignore",
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    await until("its database starts", () => (existsSync(pidFile) ? true : null));
    child.kill("SIGTERM");
    // Unless it was quicker.
    expect([0, 143]).toContain(await ended);
    expect(existsSync(pidFile)).toBe(false);
    expect((await keystead(["tenancy", "list"], env)).code).toBe(0);
    expect(existsSync(pidFile)).toBe(false);
  });
});

describe("beside a server that runs the embedded database", () => {
  let server: ServerProcess;
  let env: Record<string, string>;
  beforeAll(async () => {
    server = await startServer();
    await server.ready();
    env = { KEYSTEAD_DATA: server.dataFolder, PORT: String(server.port) };
  });
  afterAll(() => removeServer(server));

  const authorize = async (tenancyId: string, key: string) =>
    (
      await fetch(`${server.url}/v2/${tenancyId}/passkey/registration/authorize`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: '{"username":"ada"}',
      })
    ).status;

  test("a key counts from its making on, and no more from its lock or revocation on", async () => {
    const { id: tenancy } = await json<MadeTenancy>(acme, env);
    const of = ["--tenancy", tenancy];
    const { id, key } = await json<MadeKey>(["key", "create", ...of, "--name", "Backend"], env);
    const state = async () =>
      (await json<{ state: string }[]>(["key", "list", ...of], env)).map((listed) => listed.state);
    expect(await authorize(tenancy, key)).toBe(200);
    expect(await json(["key", "lock", id, ...of], env)).toMatchObject({ id, state: "locked" });
    expect([await authorize(tenancy, key), await state()]).toEqual([403, ["locked"]]);
    expect(await json(["key", "unlock", id, ...of], env)).toMatchObject({ id, state: "live" });
    expect([await authorize(tenancy, key), await state()]).toEqual([200, ["live"]]);
    // By its text, as it is known when it leaked; which is not repeated.
    const revoked = await keystead(["key", "revoke", key, ...of], env);
    expect(revoked).toMatchObject({
      code: 0,
      err: "",
      out: `The API key ${id} (${key.slice(0, 13)}_…) is revoked for good.\n`,
    });
    expect([await authorize(tenancy, key), await state()]).toEqual([403, ["revoked"]]);
    await expectRefusal(
      keystead(["key", "unlock", id, ...of], env),
      3,
      /was revoked before, which is for good/,
    );
  });

  test("an unknown tenancy, an unknown key and another tenancy's key are not found", async () => {
    const { tenancyId, apiKey } = await server.demo();
    const { id: tenancy } = await json<MadeTenancy>([...acme, "--name", "Other"], env);
    await expectRefusal(
      keystead(["key", "list", "--tenancy", "01m7xtptwzvnjx43qzgjds56yf"], env),
      3,
      /There is no tenancy 01m7xtptwzvnjx43qzgjds56yf; keystead tenancy list/,
    );
    await expectRefusal(
      keystead(["key", "lock", "nothing", "--tenancy", tenancy], env),
      3,
      /has no API key nothing; keystead key list/,
    );
    await expectRefusal(
      keystead(["key", "revoke", apiKey, "--tenancy", tenancy], env),
      3,
      /has no API key ks_\w{10};/,
    );
    expect(await authorize(tenancyId, apiKey)).toBe(200);
  });

  test("a rotation shows in the key set at once, and the old key stays in it", async () => {
    const published = async () => {
      const { keys } = (await (await fetch(`${server.url}/.well-known/jwks.json`)).json()) as {
        keys: { kid: string }[];
      };
      return keys.map(({ kid }) => kid);
    };
    const [before] = await published();
    const { kid, reEncrypted, activeFrom } = await json<{
      kid: string;
      reEncrypted: number;
      activeFrom: number;
    }>(["keys", "rotate"], env);
    expect((await published()).sort()).toEqual([before, kid].sort());
    expect(reEncrypted).toBe(1);
    expect(activeFrom).toBeGreaterThan(Date.parse("2026-01-01"));
    expect(await json(["keys", "rotate", "--re-encrypt-only"], env)).toEqual({ reEncrypted: 2 });
    expect((await keystead(["keys", "rotate"], env)).out).toMatch(
      /^The signing key \w{26} is published now and signs from .*\n2 keys are encrypted anew/,
    );
  });

  test("the server runs on, undisturbed", async () => {
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(server.output()).not.toContain("connection broke");
    expect(await server.exit("SIGTERM")).toBe(0);
  });
});

describe("with DATABASE_URL", () => {
  const dataFolder = makeDataFolder();
  const secrets = [
    "0123456789abcdefghijklmnopqrstuvwxyzABCDEF",
    "FEDCBAzyxwvutsrqponmlkjihgfedcba9876543210",
  ] as const;
  let postgres: EmbeddedPostgres;
  const env = (secret: string, previous?: string) => ({
    DATABASE_URL: postgres.url,
    BASE_URL: "https://id.example.com",
    KEYSTEAD_SECRET: secret,
    ...(previous === undefined ? {} : { KEYSTEAD_SECRET_PREVIOUS: previous }),
  });
  beforeAll(async () => {
    postgres = await startEmbeddedPostgres({ dataFolder });
  });
  afterAll(async () => {
    await postgres.stop();
    for (const each of [postgres.folder, dataFolder])
      await rm(each, { recursive: true, force: true });
  });

  test("it works as beside the embedded one, and migrates first", async () => {
    const { id } = await json<MadeTenancy>(acme, env(secrets[0]));
    expect((await keystead(["tenancy", "list"], env(secrets[0]))).out).toContain(id);
  });

  test("the system tenancy is not listed and has no keys, and a suspended one's new key comes with a warning", async () => {
    const [system, suspended] = [
      await json<MadeTenancy>(acme, env(secrets[0])),
      await json<MadeTenancy>(acme, env(secrets[0])),
    ];
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('DELETE FROM "Tenancy" WHERE "isSystem"');
    await client.query(
      'UPDATE "Tenancy" SET "isSystem" = "id" = $1, "suspendedAt" = now() WHERE "id" IN ($1, $2)',
      [system.id, suspended.id],
    );
    await client.end();
    const listed = await json<{ id: string; suspended: boolean }[]>(
      ["tenancy", "list"],
      env(secrets[0]),
    );
    expect(listed.filter(({ id }) => id === system.id || id === suspended.id)).toEqual([
      expect.objectContaining({ id: suspended.id, suspended: true }),
    ]);
    await expectRefusal(
      keystead(["key", "create", "--name", "x", "--tenancy", system.id], env(secrets[0])),
      3,
      /There is no tenancy/,
    );
    const made = await keystead(
      ["key", "create", "--name", "x", "--tenancy", suspended.id, "--json"],
      env(secrets[0]),
    );
    expect(made).toMatchObject({
      code: 0,
      err: expect.stringMatching(
        /^keystead: The tenancy is suspended, so its keys are refused until it is resumed\.\n$/,
      ),
    });
  });

  test("a tenancy's mails get a brand, and what is no picture is refused by the option's name", async () => {
    const { id } = await json<MadeTenancy>(acme, env(secrets[0]));
    const logo = join(dataFolder, "logo.png");
    await mkdir(dataFolder, { recursive: true });
    await writeFile(logo, pngPicture(20, 20));
    const brand = ["tenancy", "brand", "--tenancy", id];
    expect(
      await json(
        [
          ...brand,
          "--name",
          "Driftwood",
          "--color",
          "#0e6a4e",
          "--logo",
          logo,
          "--sender",
          "codes@shop.example",
          "--locale",
          "fr",
        ],
        env(secrets[0]),
      ),
    ).toEqual({ id, changed: ["name", "color", "logo", "sender", "locale"] });
    await writeFile(logo, "<svg/>");
    await expectRefusal(
      keystead([...brand, "--logo", logo], env(secrets[0])),
      2,
      /--logo: must be a PNG, JPEG or WebP picture/,
    );
    await expectRefusal(
      keystead([...brand, "--logo", "/nowhere.png"], env(secrets[0])),
      2,
      /\/nowhere\.png cannot be read \(ENOENT\)/,
    );
    await expectRefusal(
      keystead([...brand, "--color", "red"], env(secrets[0])),
      2,
      /--color: must look like #0e6a4e/,
    );
    await expectRefusal(keystead(brand, env(secrets[0])), 2, /say what to change/);
  });

  test("hosted pages are switched on where the base URL fits, and return where they are told", async () => {
    const { id } = await json<MadeTenancy>(acme, env(secrets[0]));
    const hosted = ["tenancy", "hosted", "--tenancy", id];
    const on = ["--on", "--return-to", "https://app.example.com/in", "com.example.app:/in"];
    expect(await json([...hosted, ...on], env(secrets[0]))).toEqual({
      id,
      hostedPages: true,
      redirectUris: ["https://app.example.com/in", "com.example.app:/in"],
    });
    expect(await json([...hosted, "--off"], env(secrets[0]))).toMatchObject({
      hostedPages: false,
      redirectUris: ["https://app.example.com/in", "com.example.app:/in"],
    });
    await expectRefusal(
      keystead([...hosted, "--on"], {
        ...env(secrets[0]),
        BASE_URL: "https://id.keystead.example",
      }),
      2,
      /--on: Browsers use passkeys of example\.com only there/,
    );
    await expectRefusal(
      keystead([...hosted, "--return-to", "javascript:alert(1)"], env(secrets[0])),
      2,
      /--return-to: javascript:alert\(1\) is not an address/,
    );
    await expectRefusal(keystead(hosted, env(secrets[0])), 2, /say --on or --off/);
  });

  test("the first owner is made by a link, and a stranger's email is refused once there is one", async () => {
    const first = await json<{ link: string; isFirst: boolean; sub: string }>(
      ["operator", "recover", "--email", "ada@example.com"],
      env(secrets[0]),
    );
    expect(first).toMatchObject({
      isFirst: true,
      link: expect.stringMatching(/\/console\/recover#[\w-]{43}$/),
    });
    const again = await keystead(
      ["operator", "recover", "--email", "ADA@example.com", "--disable-others"],
      env(secrets[0]),
    );
    expect(again).toMatchObject({
      code: 0,
      out: expect.stringContaining(first.sub),
      err: expect.stringMatching(/makes a passkey of this owner, once/),
    });
    await expectRefusal(
      keystead(["operator", "recover", "--email", "eve@example.com"], env(secrets[0])),
      3,
      /No owner has the email eve@example\.com/,
    );
    await expectRefusal(
      keystead(["operator", "recover", "--email", "nobody"], env(secrets[0])),
      2,
      /not an email address/,
    );
    await expectRefusal(keystead(["operator", "recover"], env(secrets[0])), 2, /--email/);
  });

  test("after a change of the secret the keys move to the new one, and the previous one can go", async () => {
    const [before, after] = secrets;
    await json(["keys", "rotate"], env(before));
    await expectRefusal(
      keystead(["keys", "rotate"], env(after)),
      4,
      /opens neither under KEYSTEAD_SECRET nor under KEYSTEAD_SECRET_PREVIOUS, and nothing was changed/,
    );
    expect(await json(["keys", "rotate", "--re-encrypt-only"], env(after, before))).toEqual({
      reEncrypted: 2,
    });
    expect(await json(["keys", "rotate"], env(after))).toMatchObject({ reEncrypted: 2 });
    await expectRefusal(
      keystead(["keys", "rotate", "--re-encrypt-only"], env(before)),
      4,
      /opens neither/,
    );
  });
});
