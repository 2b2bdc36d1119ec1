import { join } from "node:path";
import { type DatabaseConfig, withDatabase } from "@/cli/with-database";
import type { Config } from "@/lib/config";
import { userSearchIndex } from "@/lib/domain/user/search/search-index";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase, connectionsOfEach } from "@/lib/platform/database";
import { describeDatabaseFailure } from "@/lib/platform/database-failure";
import { hasEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { type DatabaseFacts, inspectDatabase } from "@/lib/platform/inspect-database";
import { createSecrets } from "@/lib/platform/secret";
import { checkSecret, checkStandby } from "./check-service";
import { type Finding, findingsOf } from "./finding";

const database = findingsOf("database");
const migrations = findingsOf("migrations");
const extensions = findingsOf("extensions");
const clock = findingsOf("clock");

function checkServer(facts: DatabaseFacts, { workers }: Pick<Config, "workers">): Finding[] {
  const findings: Finding[] = [];
  if (facts.isTooOld)
    findings.push(
      database.problem(`PostgreSQL ${facts.version} is too old.`, "Use PostgreSQL 15 or later."),
    );
  if (facts.encoding !== "UTF8")
    findings.push(
      database.problem(
        `The database's encoding is ${facts.encoding}.`,
        "Create it with ENCODING 'UTF8'.",
      ),
    );
  if (facts.isReadOnly)
    findings.push(
      database.problem(
        "The database accepts no changes.",
        "Let DATABASE_URL point at the primary, not at a standby, and check default_transaction_read_only.",
      ),
    );
  if (!facts.canCreateTables)
    findings.push(
      database.problem(
        "The role may not create tables, so migrations fail.",
        "Let the role own the database, or run: GRANT CREATE ON SCHEMA public TO <role>",
      ),
    );
  if (facts.othersTables.length > 0)
    findings.push(
      database.problem(
        "Keystead's tables belong to another role, so migrations fail.",
        "Use the role that created them, or change their owner.",
      ),
    );
  const needed = connectionsOfEach(workers) * workers;
  if (facts.connections < needed)
    findings.push(
      database.warning(
        `PostgreSQL allows this role ${facts.connections} connections, and this instance opens up to ${needed}.`,
        "Raise max_connections or the role's connection limit, or lower KEYSTEAD_WORKERS.",
      ),
    );
  return findings.length > 0
    ? findings
    : [database.good(`PostgreSQL ${facts.version}, ${facts.encoding}.`)];
}

function checkMigrations({ migrations: { pending, faults, newer } }: DatabaseFacts): Finding[] {
  if (faults.length > 0)
    return faults.map((fault) =>
      migrations.problem(fault, "The start refuses this database until then."),
    );
  if (newer.length > 0)
    return [
      migrations.warning(
        `The database has migrations of a newer release, such as ${newer[0]}. This one runs on them.`,
        "Start the newer release again when you can.",
      ),
    ];
  const [first] = pending;
  if (first === undefined) return [migrations.good("All of this version are applied.")];
  const count = pending.length === 1 ? "1 migration is" : `${pending.length} migrations are`;
  return [migrations.good(`${count} pending, from ${first} on. The next start applies them.`)];
}

function checkExtensions(facts: DatabaseFacts): Finding[] {
  const named = (state: string) =>
    Object.keys(facts.extensions).filter((name) => facts.extensions[name] === state);
  const effect = "Searches find only the beginning of an email or name.";
  const missing = named("missing");
  if (missing.length > 0)
    return [
      extensions.warning(
        `PostgreSQL doesn't have ${missing.join(" and ")}. ${effect}`,
        "Install PostgreSQL's contrib package.",
      ),
    ];
  const available = named("available");
  if (available.length > 0 && !facts.canCreateExtensions)
    return [
      extensions.warning(
        `The role may not create ${available.join(" and ")}. ${effect}`,
        `As an administrator, run: ${available.map((name) => `CREATE EXTENSION ${name};`).join(" ")}`,
      ),
    ];
  const state =
    available.length === 0
      ? `${named("installed").join(" and ")} are installed.`
      : `The next start creates ${available.join(" and ")}.`;
  const letters = facts.isLocaleC
    ? " As LC_CTYPE is C, searches for a part of a word find letters of ASCII only."
    : "";
  return [extensions.good(`${state}${letters}`)];
}

const warnedMs = 10_000;
const refusedMs = 60_000;

/** Bounds as on the status page. */
function checkClock({ clockSkewMs }: DatabaseFacts): Finding[] {
  const skew = Math.abs(clockSkewMs);
  const seconds = (skew / 1_000).toFixed(1);
  const found = `The database's clock is ${seconds} s ${clockSkewMs < 0 ? "behind" : "ahead"}.`;
  const advice = "Turn on time synchronization (NTP) on both machines.";
  if (skew >= refusedMs) return [clock.problem(found, advice)];
  return [skew >= warnedMs ? clock.warning(found, advice) : clock.good(found)];
}

/** Judges what was read of the database. */
const judgeDatabase = (facts: DatabaseFacts, config: Pick<Config, "workers">): Finding[] => [
  ...checkServer(facts, config),
  ...checkMigrations(facts),
  ...checkExtensions(facts),
  ...checkClock(facts),
];

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
export async function checkDatabase(config: Config): Promise<Finding[]> {
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
