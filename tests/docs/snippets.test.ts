import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { exportGenerated } from "@/testing/authenticator/keys";
import { removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { codeTo, disableUser } from "./database";
import {
  newDevice,
  type Page,
  post as postTo,
  register as registerAt,
  signIn as signInAt,
} from "./device";
import { isInstalled, runProgram } from "./program";

let server: ServerProcess;
let demo: Awaited<ReturnType<ServerProcess["demo"]>>;
let variables: Record<string, string>;

beforeAll(async () => {
  server = await startLocalServer();
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

const post = (page: Page, path: string, body: object) =>
  postTo<Record<string, never>>(demo, page, path, body);
const register = (page: Page, body: object) => registerAt(demo, page, body);
const signIn = (page: Page, body: object) => signInAt(demo, page, body);

/** Imports one line with the guide's command: as a dry run, for real, and once more. */
async function expectImports(line: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "keystead-docs-"));
  try {
    writeFileSync(join(folder, "passkeys.ndjson"), `${line}\n`);
    const program = readFileSync("docs/snippets/import.sh", "utf8");
    const report = async (DRY_RUN: string) => {
      const { stdout, stderr } = await run("bash", ["-euc", program], { DRY_RUN }, folder);
      expect(stdout, stderr).not.toBe("");
      return JSON.parse(stdout) as object;
    };
    expect(await report("true")).toMatchObject({ dryRun: true, created: 1, problems: [] });
    expect(await report("false")).toMatchObject({ dryRun: false, created: 1, usersCreated: 1 });
    expect(await report("false")).toMatchObject({ created: 0, existing: 1, problems: [] });
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
  runProgram(command, args, { env: { ...variables, ...more }, cwd });

test("TypeScript: registration, exchange with an id, and an error with its tag", async () => {
  const { exchangeCode, opensSession } = await import("@/docs/snippets/exchange");
  const { page, user, code } = await newCustomer();
  const registered = await exchangeCode(code);
  expect(registered).toMatchObject({
    userId: user.id,
    operation: "registration",
    passkey: { userVerified: true },
  });
  const quarantined = { userVerified: true, availableAt: 1_795_000_000_000 };
  expect(opensSession(registered)).toBe(true);
  expect(opensSession({ ...registered, passkey: quarantined })).toBe(false);
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

test("curl, if installed, exchanges a code once and fails the second time", async () => {
  if (!isInstalled("curl")) return;
  const { code } = await newCustomer();
  const first = await run("bash", ["-eu", "docs/snippets/exchange.sh"], { CODE: code });
  expect(first.stdout, first.stderr).toContain('"_tag":"ExtendedPrincipal"');
  const second = await run("bash", ["-eu", "docs/snippets/exchange.sh"], { CODE: code });
  expect(second.status).not.toBe(0);
  expect(second.stdout + second.stderr).toContain("@error/InvalidCode");
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

/** Sends a code with the guide's snippet. Throws if it returns a message for the user. */
async function sendCode(email: string) {
  const sent = await (await import("@/docs/snippets/mailbox-code")).sendCode(email);
  if ("message" in sent) throw new Error(sent.message);
  return sent;
}

/** Proves the mailbox with the guide's snippets, and returns the verified email. */
async function proveMailbox(email: string): Promise<string> {
  const { checkCode } = await import("@/docs/snippets/mailbox-code");
  const checked = await checkCode(await sendCode(email), await codeTo(server, email));
  if ("message" in checked) throw new Error(checked.message);
  return checked.email;
}

test("mailbox codes: wrong, correct and used", async () => {
  const { checkCode } = await import("@/docs/snippets/mailbox-code");
  const { email } = newUser();
  const pending = await sendCode(email);
  const code = await codeTo(server, email);
  expect(await checkCode(pending, code === "000000" ? "000001" : "000000")).toEqual({
    message: "This code is wrong. Attempts left: 4.",
  });
  expect(await checkCode(pending, code)).toEqual({ email });
  expect(await checkCode(pending, code)).toEqual({
    message: "This code no longer works. Request a new one.",
  });
  await expect(checkCode({ ...pending, secret: "\0" }, code)).rejects.toMatchObject({
    tag: "@error/BadRequest",
  });
});

test("mailbox codes: an invalid address, and the rate limit of a mailbox", async () => {
  const { sendCode: send } = await import("@/docs/snippets/mailbox-code");
  expect(await send("ada")).toEqual({ message: "Check the email address." });
  const { email } = newUser();
  for (let sent = 0; sent < 5; sent++) await sendCode(email);
  expect(await send(email)).toEqual({
    message: expect.stringMatching(/^Too many codes. Try again in \d+ min.$/) as string,
  });
});

/** Registers by self-service with the guide's snippets. Returns the row of the users table. */
async function selfRegister(email: string) {
  const { exchangeCode } = await import("@/docs/snippets/exchange");
  const { sub, user } = await exchangeCode(await register(newDevice(), { email }));
  return { sub, email: user.email, emailVerified: user.emailVerified };
}

test("a stranger who registers a victim's email first does not get the victim's code", async () => {
  const { confirmEmail, findAccount } = await import("@/docs/snippets/account");
  const { email } = newUser();
  const stranger = await selfRegister(email);
  expect(await findAccount([stranger], await proveMailbox(email))).toBeUndefined();

  const owner = await selfRegister(email);
  await confirmEmail(owner.sub, await proveMailbox(email));
  const rows = [stranger, { ...owner, emailVerified: true }];
  expect(await findAccount(rows, await proveMailbox(email))).toMatchObject({ sub: owner.sub });
});

test("a code for one mailbox does not verify a user's other email", async () => {
  const { keystead } = await import("@/docs/snippets/keystead");
  const { confirmEmail } = await import("@/docs/snippets/account");
  const { sub } = await selfRegister(newUser().email);
  const verified = async () =>
    (await keystead<{ user: { emailVerified: boolean } }>("GET", `user/${sub}`)).user.emailVerified;
  await confirmEmail(sub, newUser().email);
  expect(await verified()).toBe(false);
});

test("a code does not sign in a disabled user", async () => {
  const { findAccount } = await import("@/docs/snippets/account");
  const row = { ...(await selfRegister(newUser().email)), emailVerified: true };
  // A row of a table has more columns than the function needs.
  const found: typeof row | undefined = await findAccount([row], row.email);
  expect(found).toBe(row);
  await disableUser(server, row.sub);
  await expect(findAccount([row], row.email)).rejects.toThrow("This account is disabled.");
});

test("curl, if installed: an emailed code, and the account that it signs in to", async () => {
  if (!isInstalled("curl")) return;
  const { sub, email } = await selfRegister(newUser().email);
  const { challengeId, secret } = await sendCode(email);
  const codes = await run("bash", ["-eu", "docs/snippets/mailbox-code.sh"], {
    CHALLENGE_ID: challengeId,
    SECRET: secret,
    CODE: await codeTo(server, email),
  });
  expect(codes.stdout, codes.stderr).toMatch(/"_tag":"ChallengeCreated".+"_tag":"Challenge/s);
  expect(codes.stdout).toContain(`"email":"${email}"`);
  const account = await run("bash", ["-eu", "docs/snippets/account.sh"], { SUB: sub });
  expect(account.stdout, account.stderr).toMatch(/"emailVerified":false,"enabled":true/);
  expect(account.stdout).toMatch(/"emailVerified":true,"enabled":true/);
});

test("an email change proves the mailbox for the user who requested it, and renames the passkeys", async () => {
  const { beginEmailChange, finishEmailChange } = await import("@/docs/snippets/email-change");
  const { page, user } = await newCustomer();
  const address = `new-${user.email}`;
  const pending = await beginEmailChange(user.id, address);
  const { email, updatePasskeysToken } = await finishEmailChange(
    user.id,
    pending,
    await codeTo(server, address),
  );
  expect(email).toBe(address);
  expect(await post(page, "passkeys/update/exchange", { updatePasskeysToken })).toMatchObject({
    instructions: [{ username: address }],
  });

  const elsewhere = await beginEmailChange(user.id, `other-${user.email}`);
  await expect(
    finishEmailChange("user-else", elsewhere, await codeTo(server, `other-${user.email}`)),
  ).rejects.toThrow(/Another user/);
});

async function requireProof(isRequired: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  await client.query('UPDATE "Tenancy" SET "requireProofToAddPasskey" = $1 WHERE "id" = $2', [
    isRequired,
    demo.tenancyId,
  ]);
  await client.end();
}

test("a user who has a passkey adds another one after an emailed code", async () => {
  const { beginAddPasskey, finishAddPasskey } = await import("@/docs/snippets/add-passkey");
  const { user } = await newCustomer();
  const allowed = await beginAddPasskey(user);
  expect(allowed).toHaveProperty("registrationToken");

  await requireProof(true);
  const pending = await beginAddPasskey(user);
  if (!("proofToken" in pending)) throw new Error("no proof was required");
  const registrationToken = await finishAddPasskey(user, pending, await codeTo(server, user.email));
  await requireProof(false);
  expect(registrationToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
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
    if (isInstalled("curl")) await expectImports(JSON.stringify(line));
  } finally {
    await client.end();
  }
});
