import pg from "pg";
import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { workerDatabaseUrl } from "@/testing/worker-database";

const run = provideService();

test("returns 200 or 503, never 500, when database connections are killed", async () => {
  const tenancy = await createTestTenancy(
    run.current,
    {},
    { optionsPerMinutePerAddress: 1_000, verificationsPerMinutePerAddress: 1_000 },
  );
  const killer = new pg.Client({ connectionString: await workerDatabaseUrl() });
  await killer.connect();
  const begun = [];
  for (let index = 0; index < 60; index++)
    begun.push(
      await beginRegistration(tenancy, { username: `user ${index}`, userId: `user-${index}` }),
    );
  let isDone = false;
  const replies = Promise.all(
    begun.map((one) =>
      finishRegistration(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), one),
    ),
  ).finally(() => (isDone = true));
  // Kill connections inside a transaction, whether or not a statement is running.
  for (let killed = 0; !isDone && killed < 20;) {
    const { rowCount } = await killer.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
       ORDER BY random() LIMIT 1`,
    );
    killed += rowCount ?? 0;
  }
  await killer.end();
  const statuses = (await replies).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 503]);
  // A commit may succeed even if its confirmation is lost.
  expect(
    await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } }),
  ).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length);
});
