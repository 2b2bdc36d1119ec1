import { fileURLToPath } from "node:url";
import type { Config } from "@/lib/config";
import { connectOrStart } from "@/lib/platform/embedded-postgres/start";
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

/**
 * Runs work on the server's database: DATABASE_URL, or the embedded one. Shares an embedded database
 * with a running server, or else starts and stops it.
 * @throws StartupError
 */
export async function withDatabase<T>(work: (config: DatabaseConfig) => Promise<T>): Promise<T> {
  const config = terminal().readConfig(fileURLToPath(new URL("..", import.meta.url)));
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) return work({ ...config, databaseUrl });
  const opening = connectOrStart({ dataFolder: config.dataFolder });
  return releasing(
    async () => (await opening).stop(),
    async () => work({ ...config, databaseUrl: (await opening).url }),
  );
}
