import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import pg from "pg";
import type { Installation } from "@/bench/targets/installation";
import { environmentOf } from "@/testing/server-process";
import type { Release } from "./release";

const run = promisify(execFile);

/** Limits that the load must not reach. A release may lack some. */
const limits: Record<string, number> = {
  optionsPerMinutePerAddress: 1_000_000,
  optionsPerMinute: 1_000_000,
  verificationsPerMinutePerAddress: 1_000_000,
  exchangesPerMinutePerAddress: 1_000_000,
  challengesPerTenMinutes: 100,
  challengesPerDay: 100,
  challengesPerHourCeiling: 1_000_000,
};

/** Runs a release's command line. */
export async function runCommand(
  { folder }: Release,
  env: Record<string, string>,
  args: string[],
): Promise<string> {
  const { stdout } = await run(process.execPath, ["scripts/keystead.mjs", ...args], {
    cwd: folder,
    env: environmentOf(env) as NodeJS.ProcessEnv,
  });
  return stdout;
}

async function raiseLimits(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT "column_name" AS "name" FROM information_schema.columns
    WHERE "table_name" = 'Tenancy' AND "column_name" = ANY($1)`,
    [Object.keys(limits)],
  );
  const changes = rows.map(({ name }) => `${pg.escapeIdentifier(name)} = ${limits[name]}`);
  await client.query(`UPDATE "Tenancy" SET ${changes.join(", ")}`);
  await client.end();
}

/** Creates a database with one tenancy and its key, by a release's own command line. */
export async function installRelease(
  release: Release,
  databaseUrl: string,
  origin: string,
): Promise<{ installation: Installation; env: Record<string, string> }> {
  const secret = randomBytes(48).toString("base64url");
  const env = {
    KEYSTEAD_MODE: "production",
    DATABASE_URL: databaseUrl,
    KEYSTEAD_SECRET: secret,
    BASE_URL: origin,
    TRUSTED_PROXY_HOPS: "1",
  };
  const create = async (...args: string[]) =>
    JSON.parse(await runCommand(release, env, [...args, "--json"])) as Record<string, string>;
  const tenancy = ["--environment", "production", "--rp-id", "localhost", "--origin", origin];
  const { id: tenancyId = "" } = await create("tenancy", "create", "--name", "Drill", ...tenancy);
  const key = ["--name", "Drill", "--tenancy", tenancyId];
  const { key: apiKey = "" } = await create("key", "create", ...key);
  await raiseLimits(databaseUrl);
  return { installation: { databaseUrl, secret, tenancyId, apiKey, origin }, env };
}
