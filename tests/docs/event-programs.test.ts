import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { environmentOf, removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { newDatabaseUrl } from "@/testing/worker-database";

let server: ServerProcess;
let variables: Record<string, string>;

beforeAll(async () => {
  server = await startLocalServer();
  const demo = await server.demo();
  variables = {
    KEYSTEAD_URL: demo.endpoint,
    KEYSTEAD_TENANCY_ID: demo.tenancyId,
    KEYSTEAD_API_KEY: demo.apiKey,
  };
  // Snippets read the environment when they are imported.
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
});
afterAll(() => removeServer(server));

function run(command: string, args: string[], more: Record<string, string> = {}): unknown {
  const { stdout, stderr } = spawnSync(command, args, {
    cwd: "docs/snippets",
    encoding: "utf8",
    env: environmentOf({
      ...variables,
      PYTHONDONTWRITEBYTECODE: "1",
      ...more,
    }) as NodeJS.ProcessEnv,
  });
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout);
}

const isInstalled = (command: string) => spawnSync(command, ["--version"]).status === 0;

test("TypeScript: mirrors users, follows changes and survives FeedReset", async () => {
  const { createUser, disableUser } = await import("@/docs/snippets/manage-users");
  const { eraseUser } = await import("@/docs/snippets/delete-account");
  const { followEvents } = await import("@/docs/snippets/follow-events");
  const database = new pg.Client(await newDatabaseUrl());
  await database.connect();
  const mirrored = async () =>
    (await database.query(`SELECT user_id, enabled FROM mirrored_user ORDER BY user_id`)).rows;
  const followUntil = async (expected: object[]) => {
    while (JSON.stringify(await mirrored()) !== JSON.stringify(expected))
      await followEvents(database, 5);
  };
  try {
    await createUser("ts-1", "ts-1@example.com");
    await followEvents(database, 5);
    expect(await mirrored()).toEqual([{ user_id: "ts-1", enabled: true }]);
    await createUser("ts-2", "ts-2@example.com");
    await disableUser("ts-1", "Chargeback");
    await followUntil([
      { user_id: "ts-1", enabled: false },
      { user_id: "ts-2", enabled: true },
    ]);
    await eraseUser("ts-1", "Closed account");
    await followUntil([{ user_id: "ts-2", enabled: true }]);
    // As after a restore: the name isn't that of the feed, and the table has a user too many.
    await database.query(`UPDATE feed_position SET feed = 'former'`);
    await database.query(`INSERT INTO mirrored_user VALUES ('gone', 'gone', 'x', true, 0)`);
    await followEvents(database, 5);
    expect(await mirrored()).toEqual([{ user_id: "ts-2", enabled: true }]);
    await eraseUser("ts-2", "Closed account");
    await followUntil([]);
  } finally {
    await database.end();
  }
});

test.skipIf(!isInstalled("python3"))("Python: does the same", () => {
  const file = join(mkdtempSync(join(tmpdir(), "keystead-mirror-")), "mirror.db");
  const program = `import json, sqlite3, sys
from delete_account import erase_user
from follow_events import follow_events
from manage_users import create_user, disable_user
database = sqlite3.connect(sys.argv[1])

def mirrored():
    return [list(row) for row in database.execute("SELECT user_id, enabled FROM mirrored_user ORDER BY user_id")]

def follow_until(expected):
    while mirrored() != expected:
        follow_events(database)
    return mirrored()

create_user("py-1", "py-1@example.com")
follow_events(database)
seen = [mirrored()]
create_user("py-2", "py-2@example.com")
disable_user("py-1", "Chargeback")
seen.append(follow_until([["py-1", 0], ["py-2", 1]]))
erase_user("py-1", "Closed account")
seen.append(follow_until([["py-2", 1]]))
database.execute("UPDATE feed_position SET feed = 'former'")
database.execute("INSERT INTO mirrored_user VALUES ('gone', 'gone', 'x', 1, 0)")
database.commit()
follow_events(database)
seen.append(mirrored())
erase_user("py-2", "Closed account")
seen.append(follow_until([]))
print(json.dumps(seen))
`;
  expect(run("python3", ["-c", program, file])).toEqual([
    [["py-1", 1]],
    [
      ["py-1", 0],
      ["py-2", 1],
    ],
    [["py-2", 1]],
    [["py-2", 1]],
    [],
  ]);
});

test.skipIf(!isInstalled("curl"))("curl: reads where the feed ends, and waits", async () => {
  const { createUser } = await import("@/docs/snippets/manage-users");
  const commands = readFileSync("docs/snippets/follow-events.sh", "utf8").split("\n\n");
  const command = (index: number, more = {}) =>
    run("bash", ["-euc", commands[index] ?? ""], more) as {
      feed: string;
      last: number;
      records: { type: string }[];
    };
  const { feed, last } = command(0);
  await createUser("sh-1", "sh-1@example.com");
  const position = { FEED: feed, LAST: String(last) };
  expect(command(1, position).records[0]).toMatchObject({ _tag: "Event", type: "user.created" });
});
