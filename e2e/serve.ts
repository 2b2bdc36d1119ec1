import pg from "pg";
import { removeServer, startServer } from "@/tests/support/server-process";

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

/** Runs one built server on an embedded database for all tests, and removes it afterwards. */
export default async function serve(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.ready();
  process.env["E2E_URL"] = server.url;
  process.env["E2E_DATA"] = server.dataFolder;
  process.env["E2E_DEMO"] = JSON.stringify(await server.demo());
  const databaseUrl = await server.databaseUrl();
  process.env["E2E_DATABASE"] = databaseUrl;
  await liftLimits(databaseUrl);
  return () => removeServer(server);
}
