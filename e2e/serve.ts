import pg from "pg";
import { cloneDatabase } from "@/testing/clone-database";
import { removeServer, startServer } from "@/testing/server-process";
import { startTestPostgres } from "@/testing/test-postgres";

/** Raises the limits, because all tests run from one address. The limits have their own tests. */
async function liftLimits(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(
    `UPDATE "Tenancy" SET "optionsPerMinutePerAddress" = 100000, "optionsPerMinute" = 100000,
       "verificationsPerMinutePerAddress" = 100000, "exchangesPerMinutePerAddress" = 100000`,
  );
  await client.end();
}

/** Runs one built server on a test database for all tests, and removes both afterwards. */
export default async function serve(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const databaseUrl = await cloneDatabase(postgres, "journeys");
  const server = await startServer({
    env: { KEYSTEAD_MODE: "local", DATABASE_URL: databaseUrl },
  });
  await server.ready();
  process.env["E2E_URL"] = server.url;
  process.env["E2E_DATA"] = server.dataFolder;
  process.env["E2E_DEMO"] = JSON.stringify(await server.demo());
  process.env["E2E_DATABASE"] = databaseUrl;
  process.env["E2E_POSTGRES"] = JSON.stringify(postgres);
  await liftLimits(databaseUrl);
  return async () => {
    await removeServer(server);
    await postgres.stop();
  };
}
