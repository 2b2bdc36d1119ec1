import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { callApi, type ApiReply } from "@/lib/testing/api-client";
import { startTestService, type TestService } from "@/lib/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { startStoppableDatabase, type StoppableDatabase } from "@/tests/support/stoppable-database";
import { until } from "@/tests/support/until";

const promisedMs = 5_000;

let database: StoppableDatabase;
let service: TestService;
beforeAll(async () => {
  database = await startStoppableDatabase();
  service = startTestService(database.url);
});
afterAll(async () => {
  database.resume();
  await service.close();
  await database.remove();
});

const repeat = <T>(requests: T[], times: number) =>
  Array.from({ length: times }, () => requests).flat();

type Send = () => Promise<ApiReply>;

/** Sends the requests at once, and returns their distinct replies and the time of the slowest. */
async function measure(requests: Send[]) {
  const startedAt = performance.now();
  const replies = await Promise.all(requests.map((send) => send()));
  return {
    replies: new Set(replies.map(({ status, body }) => `${status} ${String(body["message"])}`)),
    ms: performance.now() - startedAt,
  };
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

test(
  "every request gets a 503 within five seconds, and the service recovers by itself",
  { timeout: 60_000 },
  async () => {
    const [waiting, other] = [await createTestTenancy(service), await createTestTenancy(service)];
    const blocker = new pg.Client({ connectionString: database.url });
    blocker.on("error", () => undefined);
    await blocker.connect();
    try {
      await blocker.query('BEGIN; LOCK TABLE "User" IN ACCESS EXCLUSIVE MODE');
      // More than the tenancy may run at once, so some wait in memory for the others.
      const inFlight = measure(repeat([readUser(waiting), renameUser(waiting)], 10));
      await until("statements that wait for the lock", async () => {
        const { rows } = await service.pool.query<{ pid: number }>(
          "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
        );
        return rows.length >= limits.databaseShare.connections ? true : null;
      });
      expect(service.pool.idleCount).toBeGreaterThan(0);
      await database.hang();

      const startedAt = performance.now();
      // Use the idle connections, then need new ones.
      const hung = await Promise.all([
        inFlight,
        measure(
          repeat([readUser, renameUser, createChallenge, startSignIn], 5).map((send) =>
            send(other),
          ),
        ),
        measure([checkReadiness]),
      ]);
      expect(performance.now() - startedAt).toBeLessThan(promisedMs);
      for (const { replies } of hung)
        for (const reply of replies) expect([unknown, unchanged]).toContain(reply);
      // A statement was sent, so PostgreSQL may execute it later.
      for (const { replies } of hung) expect(replies).toContain(unknown);
      expect(service.pool).toMatchObject({ totalCount: 0, waitingCount: 0 });

      const later = await measure([renameUser(other), createChallenge(other), checkReadiness]);
      expect([...later.replies]).toEqual([unchanged]);
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
  },
);
