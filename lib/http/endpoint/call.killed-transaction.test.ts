import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiReply } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { workerDatabaseUrl } from "@/testing/worker-database";

const run = provideService();

let killer: pg.Client;
beforeAll(async () => {
  killer = new pg.Client({ connectionString: await workerDatabaseUrl() });
  await killer.connect();
});
afterAll(() => killer.end());

type Client = pg.Client & { processID: number };
type SendStatement = (this: Client, ...input: unknown[]) => Promise<unknown>;
const prototype = pg.Client.prototype as unknown as { query: SendStatement };

/**
 * Does the work, and kills the connection of its transaction before statement `index`, which begins
 * at 0 with BEGIN. Returns undefined if the transaction has fewer statements.
 */
async function killBefore(
  index: number,
  waitsForNotice: boolean,
  work: () => Promise<ApiReply>,
): Promise<ApiReply | undefined> {
  const send = prototype.query;
  let transactionId: number | undefined;
  let sent = 0;
  let ended: Promise<unknown> | undefined;
  prototype.query = async function (...input) {
    const [query] = input;
    const text = typeof query === "string" ? query : (query as { text?: string }).text;
    if (text === "BEGIN") transactionId ??= this.processID;
    if (this.processID === transactionId && sent++ === index) {
      ended = new Promise((resolve) => this.once("end", () => resolve(undefined)));
      await send.call(killer as Client, "SELECT pg_terminate_backend($1)", [this.processID]);
      if (waitsForNotice) await ended;
    }
    return send.apply(this, input);
  };
  try {
    const reply = await work();
    await ended;
    return ended === undefined ? undefined : reply;
  } finally {
    prototype.query = send;
  }
}

type Prepare = (tenancy: TestTenancy) => Promise<() => Promise<ApiReply>>;

const register: Prepare = async (tenancy) => {
  const begun = await beginRegistration(tenancy, { username: "ada@example.com", userId: "ada" });
  const device = createSoftwareAuthenticator({ origin: testOrigin });
  return () => finishRegistration(tenancy, device, begun);
};
const works: [name: string, prepare: Prepare][] = [
  ["a registration", register],
  [
    "an exchange that assigns a user id",
    async (tenancy) => {
      const { body } = await (await register(tenancy))();
      return () =>
        tenancy.backend("POST", `principal/${String(body["code"])}`, { userId: "charles" });
    },
  ],
  [
    "a deletion",
    async (tenancy) => {
      await own(tenancy, 2);
      return () => tenancy.backend("POST", "passkeys/delete", { userId: "ada" });
    },
  ],
];

/** Everything that the works write in a transaction. */
async function written({ id: tenancyId }: TestTenancy) {
  const { db } = run.current;
  const where = { tenancyId };
  return {
    users: await db.user.findMany({ where, orderBy: { sub: "asc" } }),
    passkeys: await db.passkey.findMany({ where, orderBy: { id: "asc" } }),
    events: await db.auditEvent.count({ where }),
  };
}

const kills = works.flatMap(([name, prepare]): [string, string, boolean, Prepare][] => [
  [name, "at a statement", false, prepare],
  [name, "between two statements", true, prepare],
]);

test.each(kills)(
  "%s whose transaction is killed %s returns 503 and writes nothing",
  async (_name, _when, waitsForNotice, prepare) => {
    let index = 0;
    for (; ; index++) {
      const tenancy = await createTestTenancy(run.current);
      const work = await prepare(tenancy);
      const before = await written(tenancy);
      const reply = await killBefore(index, waitsForNotice, work);
      if (reply === undefined) break;
      expect(reply, `killed before statement ${index}`).toMatchObject({
        status: 503,
        body: { _tag: "@error/Unavailable" },
      });
      expect(await written(tenancy)).toEqual(before);
    }
    expect(index).toBeGreaterThan(4);
  },
);
