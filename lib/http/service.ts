import type pg from "pg";
import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase } from "@/lib/platform/database";
import { createId } from "@/lib/platform/id";
import { createLogger } from "@/lib/platform/log";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import { createSecrets } from "@/lib/platform/secret";

export interface RunningService extends Service {
  metrics: Metrics;
  pool: pg.Pool;
  /** Closes the pool; the service answers nothing afterwards. */
  close(): Promise<void>;
}

// The server bundle and Next load this module separately; both must share one pool.
const slot = globalThis as { keysteadService?: RunningService | undefined };

function createService(): RunningService {
  const { databaseUrl, secret, previousSecret, issuer, baseUrl } = getConfig();
  const log = createLogger();
  const { db, run, pool, close } = connectDatabase(databaseUrl, (error) => log.warn({ error: error.message }, "a database connection broke"));
  return {
    db,
    run,
    pool,
    clock: systemClock,
    log,
    secrets: createSecrets(secret, previousSecret),
    createId: () => createId(systemClock.now()),
    issuer,
    baseUrl,
    metrics: createMetrics(),
    close,
  };
}

/** The service of this process, made at the first request. */
export function getService(): RunningService {
  return (slot.keysteadService ??= createService());
}

/** Puts a service in its place; tests bring one with a clock that they move. */
export function setService(service: RunningService | undefined): void {
  slot.keysteadService = service;
}

/** Closes the pool if there is one. */
export async function closeService(): Promise<void> {
  const service = slot.keysteadService;
  slot.keysteadService = undefined;
  await service?.close();
}
