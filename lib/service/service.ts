import type pg from "pg";
import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { createCoalesce } from "@/lib/platform/coalesce";
import { systemClock } from "@/lib/platform/clock";
import { connectDatabase } from "@/lib/platform/database";
import { createId } from "@/lib/platform/id";
import { createLogger } from "@/lib/platform/log";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import { randomBytesOf } from "@/lib/platform/random-bytes";
import { createSecrets } from "@/lib/platform/secret";
import { createActivityTask, type ActivityTask } from "./activity-task";
import { createDeliveryTask, type DeliveryTask } from "./delivery-task";

export interface RunningService extends Service {
  metrics: Metrics;
  pool: pg.Pool;
  mail: DeliveryTask;
  activity: ActivityTask;
  /**
   * Sends the mails in hand and writes what was counted, then closes the pool; the service answers
   * nothing afterwards.
   */
  close(): Promise<void>;
}

// The server bundle and Next load this module separately; both must share one pool.
const slot = globalThis as { keysteadService?: RunningService | undefined };

function createService(): RunningService {
  const { databaseUrl, secret, previousSecret, issuer, baseUrl } = getConfig();
  const log = createLogger();
  const { db, run, shareOf, takeTurn, pool, close } = connectDatabase(databaseUrl, (error) =>
    log.warn({ error: error.message }, "a database connection broke"),
  );
  const mail = createDeliveryTask(getService);
  const activity = createActivityTask(getService);
  return {
    db,
    run,
    coalesce: createCoalesce(),
    shareOf,
    takeTurn,
    pool,
    mail,
    activity,
    clock: systemClock,
    log,
    secrets: createSecrets(secret, previousSecret),
    createId: () => createId(systemClock.now()),
    randomBytes: randomBytesOf,
    issuer,
    baseUrl,
    metrics: createMetrics(),
    async close() {
      await mail.stop();
      await activity.stop();
      await close();
    },
  };
}

/**
 * The service as the requests of one tenancy use it: within its share of the database's
 * connections.
 */
export function forTenancy(service: RunningService, tenancyId: string): RunningService {
  const {
    coalesce,
    shareOf,
    takeTurn,
    pool,
    mail,
    activity,
    clock,
    log,
    secrets,
    createId,
    randomBytes,
    issuer,
    baseUrl,
    metrics,
    close,
  } = service;
  const { db, run } = shareOf(tenancyId);
  // Written out: V8 (Node 20) takes a hundred times as long for a spread with properties behind it,
  // and every request makes one.
  return {
    db,
    run,
    coalesce,
    shareOf,
    takeTurn,
    pool,
    mail,
    activity,
    clock,
    log,
    secrets,
    createId,
    randomBytes,
    issuer,
    baseUrl,
    metrics,
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
  await slot.keysteadService?.close();
  slot.keysteadService = undefined;
}
