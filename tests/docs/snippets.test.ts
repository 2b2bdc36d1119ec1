import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportGenerated } from "@/lib/testing/authenticator/keys";
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from "@/lib/testing/authenticator/software-authenticator";
import {
  environmentOf,
  removeServer,
  startServer,
  type ServerProcess,
} from "@/tests/support/server-process";

let server: ServerProcess;
let demo: Awaited<ReturnType<ServerProcess["demo"]>>;
let variables: Record<string, string>;

beforeAll(async () => {
  server = await startServer();
  await server.ready();
  demo = await server.demo();
  variables = {
    KEYSTEAD_URL: demo.endpoint,
    KEYSTEAD_TENANCY_ID: demo.tenancyId,
    KEYSTEAD_API_KEY: demo.apiKey,
  };
  // Snippets read the environment when they are imported.
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterAll(() => removeServer(server));

const newDevice = (origin = "http://localhost:4000") => ({
  origin,
  device: createSoftwareAuthenticator({ origin }),
});
type Page = ReturnType<typeof newDevice>;

async function post({ origin }: Page, path: string, body: object): Promise<Record<string, never>> {
  const response = await fetch(`${demo.endpoint}/v2/${demo.tenancyId}/${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: origin },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.status, `${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

/** Runs the page's part of a registration and returns the code. */
async function register(page: Page, body: object): Promise<string> {
  const { sessionToken, optionsJSON } = await post(page, "passkey/registration/options", body);
  return (
    await post(page, "passkey/registration/verification", {
      sessionToken,
      response: page.device.register(
        optionsJSON as unknown as Parameters<SoftwareAuthenticator["register"]>[0],
      ),
    })
  )["code"] as unknown as string;
}

async function signIn(page: Page, body: object): Promise<string> {
  const { sessionToken, optionsJSON } = await post(page, "passkey/authentication/options", body);
  return (
    await post(page, "passkey/authentication/verification", {
      sessionToken,
      response: page.device.authenticate(
        optionsJSON as unknown as Parameters<SoftwareAuthenticator["authenticate"]>[0],
      ),
    })
  )["code"] as unknown as string;
}

/** Imports one line with the guide's command: as a dry run, for real, and once more. */
function expectImports(line: string): void {
  const folder = mkdtempSync(join(tmpdir(), "keystead-docs-"));
  try {
    writeFileSync(join(folder, "passkeys.ndjson"), `${line}\n`);
    const program = readFileSync("docs/snippets/import.sh", "utf8");
    const report = (DRY_RUN: string) => {
      const { stdout, stderr } = run("bash", ["-euc", program], { DRY_RUN }, folder);
      expect(stdout, stderr).not.toBe("");
      return JSON.parse(stdout) as object;
    };
    expect(report("true")).toMatchObject({ dryRun: true, created: 1, problems: [] });
    expect(report("false")).toMatchObject({ dryRun: false, created: 1, usersCreated: 1 });
    expect(report("false")).toMatchObject({ created: 0, existing: 1, problems: [] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

let count = 0;
const newUser = () => ({ id: `user-${++count}`, email: `ada-${count}@example.com`, name: "Ada" });

/** Registers a new user of the application with the guide's snippet. */
async function newCustomer(page = newDevice()) {
  const { authorizeRegistration } = await import("@/docs/snippets/register");
  const user = newUser();
  return {
    page,
    user,
    code: await register(page, { registrationToken: await authorizeRegistration(user) }),
  };
}

const run = (command: string, args: string[], more: Record<string, string> = {}, cwd = ".") =>
  spawnSync(command, args, {
    cwd,
    encoding: "utf8",
    env: environmentOf({ ...variables, ...more }) as NodeJS.ProcessEnv,
  });
const isInstalled = (command: string) => spawnSync(command, ["--version"]).status === 0;

test("TypeScript: registration, exchange with an id, and an error with its tag", async () => {
  const { exchangeCode } = await import("@/docs/snippets/exchange");
  const { page, user, code } = await newCustomer();
  expect(await exchangeCode(code)).toMatchObject({
    userId: user.id,
    operation: "registration",
    passkey: { userVerified: true },
  });
  await expect(exchangeCode(code)).rejects.toMatchObject({ tag: "@error/InvalidCode" });
  expect(await exchangeCode(await signIn(page, {}))).toMatchObject({
    userId: user.id,
    operation: "authentication",
  });

  const stranger = newDevice();
  const principal = await exchangeCode(
    await register(stranger, { email: "self@example.com" }),
    "user-self",
  );
  expect(principal).toMatchObject({
    userId: "user-self",
    user: { email: "self@example.com", emailVerified: false },
  });
});

test("Python and curl, if installed, exchange a code once and fail the second time", async () => {
  const programs = [
    {
      command: "python3",
      args: (code: string) => ["docs/snippets/exchange.py", code],
      good: /^user-\d+ True$/m,
    },
    {
      command: "bash",
      needs: "curl",
      args: () => ["-eu", "docs/snippets/exchange.sh"],
      good: /"_tag":"ExtendedPrincipal"/,
    },
  ];
  const present = programs.filter(
    ({ command, needs = command }) => isInstalled(command) && isInstalled(needs),
  );
  for (const { command, args, good } of present) {
    const { code } = await newCustomer();
    const first = run(command, args(code), { CODE: code });
    expect(first.stdout, first.stderr).toMatch(good);
    const second = run(command, args(code), { CODE: code });
    expect(second.status).not.toBe(0);
    expect(second.stdout + second.stderr).toContain("@error/InvalidCode");
  }
});

test("step-up confirms one action of one user, and no other action or user", async () => {
  const { beginConfirmation, isConfirmed } = await import("@/docs/snippets/step-up");
  const { page, user } = await newCustomer();
  const confirm = async () =>
    signIn(page, { authenticationToken: await beginConfirmation(user.id, "7") });
  expect(await isConfirmed(await confirm(), user.id, "7")).toBe(true);
  expect(await isConfirmed(await confirm(), user.id, "8")).toBe(false);
  expect(await isConfirmed(await confirm(), "user-else", "7")).toBe(false);
  expect(await isConfirmed(await signIn(page, {}), user.id, "7")).toBe(false);
});

/** Returns the code of the last email to an address, from local mode's inbox. */
async function codeTo(email: string): Promise<string> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  try {
    return await vi.waitFor(async () => {
      const { rows } = await client.query<{ text: string }>(
        'SELECT "text" FROM "InboxMail" WHERE "recipient" = $1 ORDER BY "receivedAt" DESC',
        [email],
      );
      const code = /^\d{6}$/m.exec(rows[0]?.text ?? "")?.[0];
      expect(code).toBeDefined();
      return code ?? "";
    }, 20_000);
  } finally {
    await client.end();
  }
}

test("mailbox codes: wrong, correct and used", async () => {
  const { sendCode, checkCode } = await import("@/docs/snippets/mailbox-code");
  const { email } = newUser();
  const pending = await sendCode(email);
  const code = await codeTo(email);
  expect(await checkCode(pending, code === "000000" ? "000001" : "000000")).toBe(
    "This is not the code. 4 attempts are left.",
  );
  expect(await checkCode(pending, code)).toBe("right");
  expect(await checkCode(pending, code)).toMatch(/Ask for another/);
});

test("an email change proves the mailbox for the user who requested it, and renames the passkeys", async () => {
  const { beginEmailChange, finishEmailChange } = await import("@/docs/snippets/email-change");
  const { page, user } = await newCustomer();
  const address = `new-${user.email}`;
  const pending = await beginEmailChange(user.id, address);
  const { email, updatePasskeysToken } = await finishEmailChange(
    user.id,
    pending,
    await codeTo(address),
  );
  expect(email).toBe(address);
  expect(await post(page, "passkeys/update/exchange", { updatePasskeysToken })).toMatchObject({
    instructions: [{ username: address }],
  });

  const elsewhere = await beginEmailChange(user.id, `other-${user.email}`);
  await expect(
    finishEmailChange("user-else", elsewhere, await codeTo(`other-${user.email}`)),
  ).rejects.toThrow(/somebody else/);
});

test("a domain move registers a passkey on the new domain and lists those of the old one", async () => {
  const { authorizeOnNewDomain, listPasskeysOf } = await import("@/docs/snippets/new-domain");
  const { exchangeCode } = await import("@/docs/snippets/exchange");
  const { user, code } = await newCustomer();
  const old = await exchangeCode(code);
  const there = newDevice("http://shop.localhost:4000");
  const principal = await exchangeCode(
    await register(there, {
      registrationToken: await authorizeOnNewDomain(user, "shop.localhost"),
    }),
  );
  expect(principal).toMatchObject({ sub: old.sub, userId: user.id });
  expect(await listPasskeysOf(user.id, "localhost")).toEqual([old.authenticatorId]);
  expect(await listPasskeysOf(user.id, "shop.localhost")).toEqual([principal.authenticatorId]);
});

test("devices: passkeys are renamed, pruned, and removed only by their owner", async () => {
  const { removePasskey, renamePasskeys, tidyDevice } = await import("@/docs/snippets/devices");
  const { exchangeCode } = await import("@/docs/snippets/exchange");
  const { page, user, code } = await newCustomer();
  const { authenticatorId } = await exchangeCode(code);
  expect(
    await post(page, "passkeys/update/exchange", {
      updatePasskeysToken: await renamePasskeys(user.id, "ada@example.org"),
    }),
  ).toMatchObject({ instructions: [{ username: "ada@example.org" }] });
  expect(
    (
      await post(page, "passkeys/prune/exchange", { prunePasskeysToken: await tidyDevice(user.id) })
    )["instructions"],
  ).toHaveLength(1);
  await expect(removePasskey("user-else", authenticatorId)).rejects.toThrow(
    "There is no such passkey.",
  );
  expect(
    (
      await post(page, "passkeys/delete/exchange", {
        deletePasskeysToken: await removePasskey(user.id, authenticatorId),
      })
    )["instructions"],
  ).toHaveLength(1);
});

/** Returns a new ES256 public key in COSE form, as other stores keep it. */
function newPublicKey(): Buffer {
  const { x, y } = exportGenerated(generateKeyPairSync("ec", { namedCurve: "P-256" }).publicKey);
  const bytes = (text = "") => Buffer.from(text, "base64url");
  return Buffer.concat([
    Buffer.from("a5010203262001215820", "hex"),
    bytes(x),
    Buffer.from("225820", "hex"),
    bytes(y),
  ]);
}

test("the export query writes lines that import with unchanged bytes, once and again", async () => {
  const publicKey = newPublicKey();
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  try {
    await client.query(`CREATE TEMP TABLE users (id int, email text);
      CREATE TEMP TABLE passkeys (
        cred_id text, cred_public_key bytea, internal_user_id int, webauthn_user_id text,
        counter bigint, backup_eligible bool, backup_status bool, transports text,
        created_at timestamptz DEFAULT now()
      );
      INSERT INTO users VALUES (7, 'ada@example.com');
      INSERT INTO passkeys VALUES (
        'YWJj', decode('${publicKey.toString("hex")}', 'hex'), 7, 'aGFuZGxl', 3, true, false,
        'internal,hybrid'
      )`);
    const { rows } = await client.query<{ json_build_object: Record<string, unknown> }>(
      readFileSync("docs/snippets/export.sql", "utf8").replace("example.com", "localhost"),
    );
    const [line] = rows.map(({ json_build_object }) => json_build_object);
    expect(line).toMatchObject({
      credentialId: "YWJj",
      userHandle: "aGFuZGxl",
      signCount: 3,
      transports: ["internal", "hybrid"],
      user: { userId: "7", email: "ada@example.com" },
    });
    expect(line?.["publicKey"]).toBe(publicKey.toString("base64"));
    if (isInstalled("curl")) expectImports(JSON.stringify(line));
  } finally {
    await client.end();
  }
});
