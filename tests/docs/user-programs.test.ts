import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { newDevice, post, register } from "./device";
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

async function run(
  command: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<unknown> {
  const { stdout, stderr } = await runProgram(command, args, { env: { ...variables, ...more } });
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout);
}

/** Registers a passkey of a user, as the page does. */
async function addPasskey(userId: string) {
  const { authorizeRegistration } = await import("@/docs/snippets/register");
  const page = newDevice();
  const email = `${userId}@example.com`;
  const registrationToken = await authorizeRegistration({ id: userId, email, name: "Ada" });
  await register(demo, page, { registrationToken });
  return page;
}

const instructionsOf = async (page: Awaited<ReturnType<typeof addPasskey>>, token: unknown) =>
  (
    await post<{ instructions: object[] }>(demo, page, "passkeys/delete/exchange", {
      deletePasskeysToken: token,
    })
  ).instructions;

test("TypeScript: creates, finds, changes, disables and erases a user", async () => {
  const users = await import("@/docs/snippets/manage-users");
  const { eraseUser } = await import("@/docs/snippets/delete-account");
  const created = await users.createUser("ts-1", "ts-1@example.com");
  expect(created).toMatchObject({ userId: "ts-1", emailVerified: true, passkeys: 0 });
  expect(await users.createUser("ts-1", "other@example.com")).toEqual(created);
  expect(await users.searchUsers("ts-1@example")).toEqual([created]);
  const idsOf = async (filters: Record<string, string>) => {
    const ids: (string | undefined)[] = [];
    for await (const { userId } of users.listUsers({ limit: "1", ...filters })) ids.push(userId);
    return ids;
  };
  await users.createUser("ts-2", "ts-2@example.com");
  expect(await idsOf({ hasPasskeys: "false" })).toEqual(["ts-2", "ts-1"]);
  expect(await users.changeEmail("ts-1", "new@example.com")).toMatchObject({
    email: "new@example.com",
    emailVerified: true,
  });
  await users.disableUser("ts-1", "Chargeback");
  expect(await idsOf({ enabled: "false" })).toEqual(["ts-1"]);
  await users.enableUser("ts-1");
  expect(await idsOf({ enabled: "false" })).toEqual([]);
  const page = await addPasskey("ts-1");
  expect(await instructionsOf(page, await eraseUser("ts-1", "Closed account"))).toHaveLength(1);
  await eraseUser("ts-1", "Closed account");
  await eraseUser("ts-2", "Closed account");
  expect(await idsOf({})).toEqual([]);
});

test.skipIf(!isInstalled("python3"))("Python: does the same", async () => {
  const page = await addPasskey("py-2");
  const program = `import json
from delete_account import erase_user
from manage_users import *
first = create_user("py-1", "py-1@example.com")
print(json.dumps({
    "same": create_user("py-1", "x@example.com") == first,
    "found": [user["userId"] for user in search_users("py-1@example")],
    "all": [user["userId"] for user in list_users(limit="1")],
    "changed": change_email("py-1", "py@example.com")["email"],
    "disabled": [disable_user("py-1", "Chargeback"), list(list_users(enabled="false"))][1][0]["sub"] == first["sub"],
    "enabled": [enable_user("py-1"), list(list_users(enabled="false"))][1],
    "erased": [erase_user("py-1", "Closed account"), erase_user("py-1", "Closed account")] != [],
    "token": erase_user("py-2", "Closed account"),
    "left": list(list_users()),
}))
`;
  const { token, ...printed } = (await run("python3", ["-c", program])) as Record<string, unknown>;
  expect(printed).toEqual({
    same: true,
    found: ["py-1"],
    all: ["py-1", "py-2"],
    changed: "py@example.com",
    disabled: true,
    enabled: [],
    erased: true,
    left: [],
  });
  expect(await instructionsOf(page, token)).toHaveLength(1);
});

test.skipIf(!isInstalled("curl"))("curl: does the same", async () => {
  const values = { USER_ID: "sh-1", EMAIL: "sh-1@example.com" };
  const command = (file: string, index: number, more = {}) =>
    run(
      "bash",
      ["-euc", readFileSync(`docs/snippets/${file}.sh`, "utf8").split("\n\n")[index] ?? ""],
      { ...values, ...more },
    );
  const user = { userId: "sh-1", email: values.EMAIL };
  const created = (await command("manage-users", 0)) as { user: { sub: string } };
  expect(created).toMatchObject({ _tag: "User", user });
  const SUB = created.user.sub;
  expect(await command("manage-users", 1)).toMatchObject({ _tag: "Users", records: [user] });
  expect(await command("manage-users", 2, { SUB })).toMatchObject({
    user: { ...user, enabled: false },
  });
  expect(await command("delete-account", 0)).toMatchObject({ _tag: "PreparedPasskeyDeletion" });
  expect(await command("delete-account", 1, { SUB })).toMatchObject({ _tag: "ErasedUser" });
});
