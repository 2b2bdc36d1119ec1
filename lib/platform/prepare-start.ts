import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Config, type RunningConfig, setConfig } from "@/lib/config";
import { StartupError } from "@/lib/errors";
import { startEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import type { Clock } from "./clock";
import { describeDatabase } from "./database-target";
import { applyMigrations } from "./migrations";

/** Runs a step of the start. */
export type Progress = <T>(step: string, work: () => Promise<T>) => Promise<T>;

/** Says nothing: for commands, whose output is for the result. */
const silentProgress: Progress = (_step, work) => work();

/** Writes each step when it begins, and its seconds when it ends, on one line. */
export const writeProgress =
  (clock: Clock, write: (text: string) => void): Progress =>
  async (step, work) => {
    const startedAt = clock.now();
    write(`${step} …`);
    try {
      const result = await work();
      write(` ${((clock.now() - startedAt) / 1_000).toFixed(1)} s\n`);
      return result;
    } catch (error) {
      write(" failed\n");
      throw error;
    }
  };

export interface PreparedStart {
  config: RunningConfig;
  /** Shown at start: the data folder, or the host and name of the database. */
  dataLocation: string;
  /** Stops the embedded database, if one runs. */
  stop(): Promise<void>;
}

function requireDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). ` +
        "Set KEYSTEAD_DATA to a writable folder.",
    );
  }
}

type SecretSource = Pick<Config, "secret" | "dataFolder">;

const localSecretFile = (dataFolder: string) => join(dataFolder, "secret");

/** Returns the service secret; undefined if there is none yet. */
export function findSecret({ secret, dataFolder }: SecretSource): string | undefined {
  const file = localSecretFile(dataFolder);
  return secret ?? (existsSync(file) ? readFileSync(file, "utf8") : undefined);
}

/**
 * Returns the service secret. Creates the one of local mode on the first start, and reads it afterwards.
 */
export function readSecret({ secret, dataFolder }: SecretSource): string {
  if (secret !== undefined) return secret;
  const file = localSecretFile(dataFolder);
  try {
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}

/**
 * Prepares everything that the service needs: reads the secret, starts the embedded database if
 * needed and migrates the schema. Sets the configuration of this process.
 * @throws StartupError with a message that says what to do
 */
export async function prepareStart(
  config: Config,
  progress = silentProgress,
): Promise<PreparedStart> {
  if (config.mode === "local") requireDataFolder(config.dataFolder);
  const secret = readSecret(config);
  const embedded =
    config.databaseUrl === undefined
      ? await progress("Starting the database", () =>
          startEmbeddedPostgres({ dataFolder: config.dataFolder }),
        )
      : undefined;
  const databaseUrl = config.databaseUrl ?? embedded?.url;
  if (databaseUrl === undefined) throw new StartupError("No database is configured.");
  try {
    const folder = join(config.installationFolder, "prisma/migrations");
    await progress("Migrating the database", () => applyMigrations({ databaseUrl, folder }));
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
  const running = { ...config, secret, databaseUrl };
  setConfig(running);
  return {
    config: running,
    dataLocation: embedded?.folder ?? describeDatabase(databaseUrl),
    stop: async () => embedded?.stop(),
  };
}
