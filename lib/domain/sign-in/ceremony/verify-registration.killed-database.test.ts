import pg from "pg";
import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { beginRegistration, finishRegistration } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
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
  const begin = (name: string) => beginRegistration(tenancy, { username: name, userId: name });
  const finish = (one: Awaited<ReturnType<typeof begin>>) =>
    finishRegistration(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), one);
  const begun = [];
  for (let index = 0; index < 60; index++) begun.push(await begin(`user-${index}`));
  let isDone = false;
  const replies = Promise.all(begun.map(finish)).finally(() => (isDone = true));
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
  expect(statuses).toContain(503);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  // A commit may succeed even if its confirmation is lost.
  expect(
    await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } }),
  ).toBeGreaterThanOrEqual(statuses.filter((status) => status === 200).length);
  // On a slow machine all of them may have waited too long. The next ones succeed.
  await until("a registration succeeds", async () => {
    const one = await begin(run.current.createId()).catch(() => undefined);
    return one !== undefined && (await finish(one)).status === 200 ? true : null;
  });
});
