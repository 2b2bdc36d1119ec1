import { fileURLToPath } from "node:url";
import { commandLine, type Config } from "@/lib/config";
import { connectOrStart, hasEmbeddedPostgres } from "@/lib/platform/embedded-postgres/start";
import { notFound } from "./exit-code";
import { terminal } from "./terminal";

export type DatabaseConfig = Config & { databaseUrl: string };

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Calls `release` after the work or on a signal, so that no database keeps running. */
async function releasing<T>(release: () => Promise<void>, work: () => Promise<T>): Promise<T> {
  let stopped = false;
  const stop = (signal: keyof typeof signals) => {
    stopped = true;
    void release().finally(() => process.exit(signals[signal]));
  };
  process.once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work();
  } finally {
    // A signal interrupted the work. Wait for `release`, which exits the process.
    if (stopped) await new Promise(() => undefined);
    await release();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/** A command in the wrong folder must not create a database there and answer from it. */
function requireInstallation(config: Config): void {
  if (!hasEmbeddedPostgres(config.dataFolder))
    throw notFound(
      `There is no installation in ${config.dataFolder}. Run the command in the folder where ` +
        "Keystead runs, or set DATABASE_URL or KEYSTEAD_DATA. To create an installation here, run: " +
        `${commandLine(config)} start`,
    );
}

/**
 * Runs work on the server's database: DATABASE_URL, or the embedded one. Shares an embedded database
 * with a running server, or else starts and stops it.
 * @param creates whether to create the embedded database if there is none
 * @param instead URL of another database
 * @throws StartupError · NotFound without an installation
 */
export async function withDatabase<T>(
  work: (config: DatabaseConfig) => Promise<T>,
  { creates, instead }: { creates: boolean; instead?: string | undefined } = { creates: false },
): Promise<T> {
  const config = terminal().readConfig(fileURLToPath(new URL("..", import.meta.url)));
  const databaseUrl = instead ?? config.databaseUrl;
  if (databaseUrl !== undefined) return work({ ...config, databaseUrl });
  if (!creates) requireInstallation(config);
  const opening = connectOrStart({ dataFolder: config.dataFolder });
  return releasing(
    async () => (await opening).stop(),
    async () => work({ ...config, databaseUrl: (await opening).url }),
  );
}
