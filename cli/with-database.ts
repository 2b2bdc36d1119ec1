import { readProcessConfig, type Config } from "@/lib/config";
import { connectOrStart } from "@/lib/platform/embedded-postgres/start";

export type DatabaseConfig = Config & { databaseUrl: string };

const signals = { SIGINT: 130, SIGTERM: 143 } as const;

/** Releases after the work, or on a signal, so that no database is left running. */
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
    // The work was cut off and has nothing to say; the process ends with the release.
    if (stopped) await new Promise(() => undefined);
    await release();
    process.off("SIGINT", stop).off("SIGTERM", stop);
  }
}

/**
 * Runs on the database that the server would use: DATABASE_URL's, or the embedded one. That one is
 * used beside a server that runs it, and else started and stopped again.
 * @throws StartupError
 */
export async function withDatabase<T>(work: (config: DatabaseConfig) => Promise<T>): Promise<T> {
  const config = readProcessConfig();
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) return work({ ...config, databaseUrl });
  const opening = connectOrStart({ dataFolder: config.dataFolder });
  return releasing(
    async () => (await opening).stop(),
    async () => work({ ...config, databaseUrl: (await opening).url }),
  );
}
