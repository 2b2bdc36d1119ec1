import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { signDelivery } from "@/lib/domain/event/webhook/sign-delivery";
import { auditActions } from "@/lib/domain/record/audit/audit-actions";
import { systemClock } from "@/lib/platform/clock";
import { removeServer, type ServerProcess } from "@/testing/server-process";
import { startLocalServer } from "@/testing/start-local-server";
import { newDatabaseUrl } from "@/testing/worker-database";
import { json } from "@/tests/cli/keystead";
import { isInstalled, runProgram } from "./program";
import { createReceiver, type Receiver } from "./receiver";

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

async function run(
  command: string,
  args: string[],
  more: Record<string, string> = {},
): Promise<unknown> {
  const { stdout, stderr } = await runProgram(command, args, { env: { ...variables, ...more } });
  expect(stdout, stderr).not.toBe("");
  return JSON.parse(stdout);
}

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

test.skipIf(!isInstalled("python3"))("Python: does the same", async () => {
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
  expect(await run("python3", ["-c", program, file])).toEqual([
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
  const command = async (index: number, more = {}) =>
    (await run("bash", ["-euc", commands[index] ?? ""], more)) as {
      feed: string;
      last: number;
      records: { type: string }[];
    };
  const { feed, last } = await command(0);
  await createUser("sh-1", "sh-1@example.com");
  const position = { FEED: feed, LAST: String(last) };
  expect((await command(1, position)).records[0]).toMatchObject({
    _tag: "Event",
    type: "user.created",
  });
});

const languages = [
  ["TypeScript", process.execPath],
  ["Python", "python3"],
] as const;

describe.each(languages)("%s: a receiver", (language, command) => {
  let receiver: Receiver;
  let secret: string;
  const newSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
  const stranger = "01jd3s0m6kz8f4w2v9b7c5x1ta";

  beforeAll(async () => {
    receiver = await createReceiver(language, variables);
    secret = newSecret();
  });
  afterAll(() => receiver.close());

  let sent = 0;
  interface Delivery {
    id: string;
    body: string;
    sentAtMs: number;
    secrets: string[];
  }
  /** Delivers an event as Keystead does, except for the changes after it was signed. */
  const deliver = (
    event: object,
    {
      id = `event-${++sent}`,
      sentAtMs = systemClock.now(),
      secrets = [secret],
    }: Partial<Delivery> = {},
    changed: { body?: string; headers?: Record<string, string> } = {},
  ) => {
    const body = JSON.stringify({ _tag: "Event", number: 1, id, ...event });
    const headers = signDelivery({ id, sentAtMs, body }, secrets);
    return receiver.post(changed.body ?? body, { ...headers, ...changed.headers });
  };
  const handledIds = async () =>
    (await receiver.query("SELECT id FROM handled_event ORDER BY id")).flat();

  const run = isInstalled(command) ? test : test.skip;

  run("copies users when Keystead delivers, with either secret during a rotation", async () => {
    const { createUser, disableUser, enableUser } = await import("@/docs/snippets/manage-users");
    const cli = {
      KEYSTEAD_MODE: "local",
      KEYSTEAD_DATA: server.dataFolder,
      DATABASE_URL: await server.databaseUrl(),
      PORT: String(server.port),
    };
    const user = `received-${language}`;
    const copied = async () =>
      (await receiver.query("SELECT user_id, enabled FROM mirrored_user")).filter(
        ([userId]) => userId === user,
      );
    const copies = (enabled: boolean) =>
      expect.poll(copied).toEqual([[user, language === "Python" ? Number(enabled) : enabled]]);
    const webhook = await json<{ id: string; secret: string }>(
      ["webhook", "create", "--name", language, "--url", receiver.url],
      cli,
    );
    await receiver.start(webhook.secret);
    await createUser(user, `${language.toLowerCase()}@example.com`);
    await copies(true);
    await disableUser(user, "Chargeback");
    await copies(false);

    const rotated = await json<{ secret: string }>(["webhook", "rotate", webhook.id], cli);
    expect(rotated.secret).not.toBe(webhook.secret);
    await enableUser(user);
    await copies(true);
    await receiver.stop();
    // While it is stopped, the user changes: it catches up when it starts.
    await disableUser(user, "Chargeback");
    await receiver.start(rotated.secret);
    expect(await copied()).toEqual([[user, language === "Python" ? 0 : false]]);
    await enableUser(user);
    await copies(true);
    await receiver.stop();
    await json(["webhook", "delete", webhook.id], cli);
  });

  run("accepts every type, also one of a later release, once", async () => {
    await receiver.start(secret);
    const types = [...auditActions, "user.promoted"];
    const before = (await handledIds()).length;
    for (const type of types)
      expect(await deliver({ type, sub: stranger, detail: { fromSub: "x" } }), type).toBe(204);
    expect(await deliver({ type: "tenancy.settings-changed" })).toBe(204);
    expect(await handledIds()).toHaveLength(before + types.length + 1);
  });

  run("handles a repeat once, also of eight at once", async () => {
    const insert = `INSERT INTO mirrored_user (sub, user_id) VALUES ('${stranger}', 'gone')`;
    const copies = async () =>
      (await receiver.query(`SELECT user_id FROM mirrored_user WHERE sub = '${stranger}'`)).flat();
    const id = "repeated";
    const erased = { type: "user.erased", sub: stranger };
    await receiver.query(insert);
    const answers = Array.from({ length: 8 }, () => deliver(erased, { id }));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([204]));
    expect(await copies()).toEqual([]);
    await receiver.query(insert);
    expect(await deliver(erased, { id })).toBe(204);
    expect(await copies()).toEqual(["gone"]);
    expect(await deliver(erased)).toBe(204);
    expect(await copies()).toEqual([]);
  });

  run("has Keystead repeat an event that it couldn't handle", async () => {
    const before = await handledIds();
    const event = { type: "user.updated", sub: stranger };
    await receiver.query("ALTER TABLE mirrored_user RENAME TO missing");
    expect([500, null]).toContain(await deliver(event, { id: "failed" }));
    await receiver.query("ALTER TABLE missing RENAME TO mirrored_user");
    expect(await handledIds()).toEqual(before);
    expect(await deliver(event, { id: "failed" })).toBe(204);
    expect(await handledIds()).toHaveLength(before.length + 1);
  });

  run("refuses what Keystead didn't sign", async () => {
    const before = await handledIds();
    const event = { type: "user.erased", sub: stranger };
    const body = JSON.stringify(event);
    const minute = 60_000;
    const refused = {
      "another body": [{}, { body }],
      "the same event, printed differently": [
        { id: "spaces" },
        { body: JSON.stringify({ _tag: "Event", number: 1, id: "spaces", ...event }, null, 1) },
      ],
      "another id": [{}, { headers: { "webhook-id": "other" } }],
      "another time": [{}, { headers: { "webhook-timestamp": "1795000000" } }],
      "a time that is no number": [{}, { headers: { "webhook-timestamp": "soon" } }],
      "an old time": [{ sentAtMs: systemClock.now() - 6 * minute }, {}],
      "a time in the future": [{ sentAtMs: systemClock.now() + 60 * minute }, {}],
      "another secret": [{ secrets: [newSecret()] }, {}],
      "two other secrets": [{ secrets: [newSecret(), newSecret()] }, {}],
      "no signature": [{}, { headers: { "webhook-signature": "" } }],
      "a signature outside ASCII": [{}, { headers: { "webhook-signature": "v1,\u00e4" } }],
      "a signature of another version": [
        {},
        { headers: { "webhook-signature": "v1a,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=" } },
      ],
    } satisfies Record<string, Parameters<typeof deliver> extends [object, ...infer R] ? R : never>;
    for (const [name, [delivery, changed]] of Object.entries(refused))
      expect(await deliver(event, delivery, changed), name).toBe(401);
    const stream = () => new Blob([body]).stream();
    expect(await receiver.post(body, {})).toBe(401);
    expect(await receiver.post(stream(), {}), "without a length").toBe(413);
    expect([413, null]).toContain(await receiver.post("x".repeat(1_000_000), {}));
    expect(await handledIds()).toEqual(before);
    // Signed by two secrets, in either order.
    expect(await deliver(event, { secrets: [newSecret(), secret] })).toBe(204);
    expect(await deliver(event, { secrets: [secret, newSecret()] })).toBe(204);
  });

  run("doesn't start without a secret", async () => {
    await receiver.stop();
    await expect(receiver.start("whsec_")).rejects.toThrow("the receiver ended");
  });
});
