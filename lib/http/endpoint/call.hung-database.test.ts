import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { type ApiReply, callApi } from "@/testing/api-client";
import { startStoppableDatabase, type StoppableDatabase } from "@/testing/stoppable-database";
import { startTestService, type TestService } from "@/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";

const promisedMs = 5_000;
// A hung database never answers, so any limit proves the rule.
const watch = { checkEveryMs: 50, silentMs: 300, answerMs: 3_000 };

let database: StoppableDatabase;
let service: TestService;
beforeAll(async () => {
  database = await startStoppableDatabase();
  service = startTestService(database.url, { watch });
});
afterAll(async () => {
  database.resume();
  await service.close();
  await database.remove();
});

const repeat = <T>(requests: T[], times: number) =>
  Array.from({ length: times }, () => requests).flat();

type Send = () => Promise<ApiReply>;

/** Sends the requests at once, and returns their distinct replies. */
async function sendAll(requests: Send[]) {
  const replies = await Promise.all(requests.map((send) => send()));
  return new Set(replies.map(({ status, body }) => `${status} ${String(body["message"])}`));
}

const readUser = (tenancy: TestTenancy) => () => tenancy.backend("GET", "user/x");
// Runs a transaction.
const renameUser = (tenancy: TestTenancy) => () =>
  tenancy.backend("PATCH", "user/x", { givenName: "Ada" });
// Coalesced with others.
const createChallenge = (tenancy: TestTenancy) => () =>
  tenancy.backend("POST", "challenges", { purpose: "test", email: "ada@example.com" });
const startSignIn = (tenancy: TestTenancy) => () =>
  tenancy.browser("POST", "passkey/authentication/options", {});
const checkReadiness = () => callApi("GET", "/readyz");

const unknown =
  "503 The connection to the database was lost. The request may have taken effect. Check before you retry.";
const unchanged = "503 The database is unavailable. Nothing was changed. Try again shortly.";

test("the limits of a server add up to less than the promised five seconds", () => {
  const { checkEveryMs, silentMs, answerMs } = limits.databaseWatch;
  expect(silentMs + answerMs + 2 * checkEveryMs).toBeLessThan(promisedMs);
});

test("every request gets a 503, and the service recovers by itself", async () => {
  const waiting = await createTestTenancy(service);
  const other = await createTestTenancy(service);
  const blocker = new pg.Client({ connectionString: database.url });
  blocker.on("error", () => undefined);
  await blocker.connect();
  try {
    await blocker.query('BEGIN; LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE');
    // More than the tenancy may run at once, so some wait in memory for the others.
    const inFlight = sendAll(repeat([readUser(waiting), renameUser(waiting)], 10));
    await until("statements that wait for the lock", async () => {
      const { rows } = await service.pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
      );
      return rows.length >= limits.databaseShare.connections ? true : null;
    });
    expect(service.pool.idleCount).toBeGreaterThan(0);
    await database.hang();

    // Use the idle connections, then need new ones.
    const hung = await Promise.all([
      inFlight,
      sendAll(
        repeat([readUser, renameUser, createChallenge, startSignIn], 5).map((send) => send(other)),
      ),
      sendAll([checkReadiness]),
    ]);
    for (const replies of hung)
      for (const reply of replies) expect([unknown, unchanged]).toContain(reply);
    // A statement was sent, so PostgreSQL may execute it later.
    for (const replies of hung) expect(replies).toContain(unknown);
    expect(service.pool).toMatchObject({ totalCount: 0, waitingCount: 0 });

    const later = await sendAll([renameUser(other), createChallenge(other), checkReadiness]);
    expect([...later]).toEqual([unchanged]);
  } finally {
    database.resume();
    await blocker.end().catch(() => undefined);
  }

  await until("a service that is ready again", async () =>
    (await checkReadiness()).status === 200 ? true : null,
  );
  const replies = await Promise.all(
    repeat([readUser, renameUser, createChallenge, startSignIn], 2).map((send) => send(other)()),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([404, 201, 200]));
  await until("backends without a client to exit", async () => {
    const { rows } = await service.pool.query<{ backends: number }>(
      `SELECT count(*)::int AS backends FROM pg_stat_activity
        WHERE application_name LIKE 'keystead%' AND datname = current_database()`,
    );
    // The embedded database keeps a connection of its own.
    return rows[0]?.backends === service.pool.totalCount + 1 ? true : null;
  });
});
