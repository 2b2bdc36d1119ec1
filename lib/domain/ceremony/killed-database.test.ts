import pg from "pg";
import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/lib/testing/ceremonies";
import { createTestTenancy, testOrigin } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { workerDatabaseUrl } from "@/tests/support/worker-database";

const run = provideService();

test("registrations whose database connections are killed answer 200 or 503, never 500", async () => {
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
  // Those inside a transaction, whether a statement runs or not.
  for (let killed = 0; !isDone && killed < 20;) {
    const { rowCount } = await killer.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL ORDER BY random() LIMIT 1",
    );
    killed += rowCount ?? 0;
  }
  await killer.end();
  const statuses = (await replies).map(({ status }) => status);
  expect([...new Set(statuses)].sort()).toEqual([200, 503]);
  // A commit can succeed while its confirmation is lost.
  expect(
    await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } }),
  ).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length);
});
