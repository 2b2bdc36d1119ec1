import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { codeTo } from "./database";
import { newDevice, type Page, post, register, signIn } from "./device";
import { isInstalled, runProgram } from "./program";

let server: ServerProcess;
let demo: Awaited<ReturnType<ServerProcess["demo"]>>;

beforeAll(async () => {
  server = await startLocalServer();
  demo = await server.demo();
});
afterAll(() => removeServer(server));

type Values = Record<string, string>;

const run = (command: string, args: string[], more: Values = {}) =>
  runProgram(command, args, {
    env: {
      KEYSTEAD_URL: demo.endpoint,
      KEYSTEAD_TENANCY_ID: demo.tenancyId,
      KEYSTEAD_API_KEY: demo.apiKey,
      ...more,
    },
  });

/** Runs one command of a shell snippet. Commands are separated by empty lines. */
async function runCommand(
  file: string,
  index: number,
  values: Values,
): Promise<Record<string, unknown>> {
  const command = readFileSync(`docs/snippets/${file}.sh`, "utf8").split("\n\n")[index] ?? "";
  const { stdout, stderr } = await run("bash", ["-euc", command], values);
  expect(stdout, stderr).toMatch(/^\{/);
  return JSON.parse(stdout) as Record<string, unknown>;
}

/** Calls a Python function of a snippet with JSON arguments, and returns its result. */
async function callPython(module: string, name: string, ...args: unknown[]): Promise<unknown> {
  const program = `import json, sys
from ${module} import ${name}
try:
    print(json.dumps(${name}(*json.loads(sys.argv[1]))))
except (LookupError, PermissionError) as error:
    print(json.dumps({"refused": str(error)}))
`;
  const { stdout, stderr } = await run("python3", ["-c", program, JSON.stringify(args)]);
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout);
}

let count = 0;

/** Registers a user with one passkey. */
async function newCustomer(): Promise<{ userId: string; email: string; page: Page }> {
  const userId = `customer-${++count}`;
  const email = `${userId}@example.com`;
  const page = newDevice();
  const values = { USER_ID: userId, EMAIL: email };
  const { registrationToken } = await runCommand("add-passkey", 0, values);
  await register(demo, page, { registrationToken });
  return { userId, email, page };
}

async function requireProof(isRequired: boolean): Promise<void> {
  const client = new pg.Client({ connectionString: await server.databaseUrl() });
  await client.connect();
  await client.query('UPDATE "Tenancy" SET "requireProofToAddPasskey" = $1 WHERE "id" = $2', [
    isRequired,
    demo.tenancyId,
  ]);
  await client.end();
}

const instructionsOf = async (page: Page, verb: "update" | "delete" | "prune", token: unknown) =>
  (
    await post<{ instructions: object[] }>(demo, page, `passkeys/${verb}/exchange`, {
      [`${verb}PasskeysToken`]: token,
    })
  ).instructions;

describe.skipIf(!isInstalled("curl"))("curl", () => {
  test("authorizes a step-up for one action", async () => {
    const { userId, page } = await newCustomer();
    const { authenticationToken } = await runCommand("step-up", 0, { USER_ID: userId });
    const code = await signIn(demo, page, { authenticationToken });
    const { stdout } = await run("bash", ["-eu", "exchange.sh"], { CODE: code });
    expect(JSON.parse(stdout)).toMatchObject({
      userId,
      purpose: "transfer:7",
      passkey: { userVerified: true },
    });
  });

  test("changes an email, and renames the passkeys", async () => {
    const { userId, page } = await newCustomer();
    const values = { USER_ID: userId, NEW_EMAIL: `new-${userId}@example.com` };
    const { challengeId, secret } = (await runCommand("email-change", 0, values))["challenge"] as {
      challengeId: string;
      secret: string;
    };
    const answer = {
      CHALLENGE_ID: challengeId,
      SECRET: secret,
      CODE: await codeTo(server, values.NEW_EMAIL),
    };
    expect(await runCommand("email-change", 1, answer)).toMatchObject({
      challenge: { userId, email: values.NEW_EMAIL },
    });
    const { updatePasskeysToken } = await runCommand("email-change", 2, values);
    expect(await instructionsOf(page, "update", updatePasskeysToken)).toMatchObject([
      { username: values.NEW_EMAIL },
    ]);
  });

  test("registers a passkey on a new domain, and shows the domain of the old one", async () => {
    const { userId, email } = await newCustomer();
    const values = { USER_ID: userId, EMAIL: email, NEW_RP_ID: "shop.localhost" };
    const [old] = (await runCommand("new-domain", 1, values))["records"] as { id: string }[];
    const { registrationToken } = await runCommand("new-domain", 0, values);
    await register(demo, newDevice("http://shop.localhost:4000"), { registrationToken });
    expect(await runCommand("new-domain", 1, values)).toMatchObject({
      records: [{}, { id: old?.id }],
    });
    expect(await runCommand("new-domain", 2, { PASSKEY_ID: old?.id ?? "" })).toMatchObject({
      credential: { rpId: "localhost" },
    });
  });

  test("renames, prunes and removes passkeys", async () => {
    const { userId, page } = await newCustomer();
    const [passkey] = (await runCommand("new-domain", 1, { USER_ID: userId }))["records"] as {
      id: string;
    }[];
    const values = { USER_ID: userId, USERNAME: "ada", PASSKEY_ID: passkey?.id ?? "" };
    const renamed = (await runCommand("devices", 0, values))["updatePasskeysToken"];
    expect(await instructionsOf(page, "update", renamed)).toMatchObject([{ username: "ada" }]);
    const pruned = (await runCommand("devices", 1, values))["prunePasskeysToken"];
    expect(await instructionsOf(page, "prune", pruned)).toHaveLength(1);
    expect(await runCommand("devices", 2, values)).toMatchObject({ userId });
    const removed = (await runCommand("devices", 3, values))["deletePasskeysToken"];
    expect(await instructionsOf(page, "delete", removed)).toHaveLength(1);
  });

  test("adds a passkey with a proof", async () => {
    const { userId, email } = await newCustomer();
    const values = { USER_ID: userId, EMAIL: email };
    await requireProof(true);
    const proofToken = String((await runCommand("add-passkey", 0, values))["proofToken"]);
    const { challengeId, secret } = (await runCommand("add-passkey", 1, values))["challenge"] as {
      challengeId: string;
      secret: string;
    };
    const proof = { ...values, CHALLENGE_ID: challengeId, SECRET: secret, PROOF_TOKEN: proofToken };
    await runCommand("add-passkey", 2, { ...proof, CODE: await codeTo(server, email) });
    const { registrationToken } = await runCommand("add-passkey", 3, proof);
    await requireProof(false);
    expect(registrationToken).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});

describe.skipIf(!isInstalled("python3"))("Python", () => {
  test("changes an email for the user who requested the code", async () => {
    const { userId, page } = await newCustomer();
    const email = `new-${userId}@example.com`;
    const pending = await callPython("email_change", "begin_email_change", userId, email);
    const code = await codeTo(server, email);
    const changed = await callPython("email_change", "finish_email_change", userId, pending, code);
    expect(changed).toMatchObject({ email });
    const { updatePasskeysToken } = changed as Values;
    expect(await instructionsOf(page, "update", updatePasskeysToken)).toMatchObject([
      { username: email },
    ]);

    const other = `other-${email}`;
    const foreign = await callPython("email_change", "begin_email_change", userId, other);
    const theirs = await codeTo(server, other);
    expect(
      await callPython("email_change", "finish_email_change", "else", foreign, theirs),
    ).toEqual({
      refused: "Another user requested this code.",
    });
  });

  test("registers a passkey on a new domain, and lists those of the old one", async () => {
    const { userId, email } = await newCustomer();
    const list = (rpId: string) => callPython("new_domain", "list_passkeys_of", userId, rpId);
    const name = "authorize_on_new_domain";
    const rpId = "shop.localhost";
    const registrationToken = await callPython("new_domain", name, userId, email, rpId);
    await register(demo, newDevice(`http://${rpId}:4000`), { registrationToken });
    expect(await list("localhost")).toHaveLength(1);
    expect(await list(rpId)).toHaveLength(1);
    expect(await list("example.com")).toEqual([]);
  });

  test("renames, prunes and removes passkeys of their owner", async () => {
    const { userId, page } = await newCustomer();
    const [passkeyId] = (await callPython(
      "new_domain",
      "list_passkeys_of",
      userId,
      "localhost",
    )) as [string];
    const renamed = await callPython("devices", "rename_passkeys", userId, "ada");
    expect(await instructionsOf(page, "update", renamed)).toMatchObject([{ username: "ada" }]);
    const pruned = await callPython("devices", "tidy_device", userId);
    expect(await instructionsOf(page, "prune", pruned)).toHaveLength(1);
    expect(await callPython("devices", "remove_passkey", "else", passkeyId)).toEqual({
      refused: "There is no such passkey.",
    });
    const removed = await callPython("devices", "remove_passkey", userId, passkeyId);
    expect(await instructionsOf(page, "delete", removed)).toHaveLength(1);
  });

  test("adds a passkey with a proof", async () => {
    const { userId, email } = await newCustomer();
    const begin = () => callPython("add_passkey", "begin_add_passkey", userId, email);
    expect(await begin()).toHaveProperty("registrationToken");
    await requireProof(true);
    const pending = await begin();
    const code = await codeTo(server, email);
    const token = await callPython(
      "add_passkey",
      "finish_add_passkey",
      userId,
      email,
      pending,
      code,
    );
    await requireProof(false);
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });
});
