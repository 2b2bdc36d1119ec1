import { join } from "node:path";
import { type DatabaseConfig, withDatabase } from "@/cli/with-database";
import type { Config } from "@/lib/config";
import { userSearchIndex } from "@/lib/domain/user/search/search-index";
import { lifetimes } from "@/lib/limits";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase } from "@/lib/platform/database";
import { describeDatabaseFailure } from "@/lib/platform/database-failure";
import { hasEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { inspectDatabase } from "@/lib/platform/inspect-database";
import { createSecrets } from "@/lib/platform/secret";
import { judgeDatabase } from "./check-database";
import { checkEmail, sendTest } from "./check-email";
import { checkPort } from "./check-port";
import { checkSecret, checkStandby } from "./check-service";
import { type Finding, findingsOf } from "./finding";

export interface DoctorOptions {
  /** Address that gets a test email. */
  sendTo?: string;
  throughProxy?: true;
}

const database = findingsOf("database");

async function checkOpenDatabase(config: DatabaseConfig): Promise<Finding[]> {
  const facts = await inspectDatabase({
    databaseUrl: config.databaseUrl,
    folder: join(config.installationFolder, "prisma/migrations"),
    extensions: userSearchIndex.extensions,
    now: () => systemClock.now(),
  });
  const { db, close } = connectDatabase(config.databaseUrl, () => undefined);
  try {
    const secrets = createSecrets(config.secret ?? "", config.previousSecret);
    return [
      ...judgeDatabase(facts, config),
      await checkSecret({ db, secrets }, config),
      await checkStandby({ db }, config),
    ];
  } finally {
    await close();
  }
}

/** Checks the configured database, or the embedded one if it was created. */
async function checkDatabase(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === undefined && !hasEmbeddedPostgres(config.dataFolder))
    return [database.good(`The first start creates a database in ${config.dataFolder}.`)];
  try {
    return await withDatabase(checkOpenDatabase);
  } catch (error) {
    const found =
      describeDatabaseFailure(error) ?? (error instanceof Error ? error.message : String(error));
    return [database.problem(found, "Check DATABASE_URL, and that PostgreSQL runs.")];
  }
}

/** Checks everything that a valid configuration names. */
export async function runChecks(
  config: Config,
  { sendTo, throughProxy }: DoctorOptions,
): Promise<Finding[]> {
  const waitMs = lifetimes.deliveryTimeoutMs;
  return [
    ...(await checkDatabase(config)),
    ...(await checkEmail(config, waitMs)),
    ...(sendTo === undefined ? [] : await sendTest(config, sendTo, waitMs)),
    ...(await checkPort(config, throughProxy === true)),
  ];
}
