import type pg from "pg";
import { getConfig } from "@/lib/config";
import { readDatabaseFigures } from "@/lib/domain/admin/status/judge-status";
import type { Service } from "@/lib/domain/base/context";
import {
  createKnownTenancies,
  type KnownTenancies,
} from "@/lib/domain/base/tenancy/known-tenancies";
import { createFollowers, type Followers } from "@/lib/domain/event/feed/followers";
import { limits } from "@/lib/limits";
import { systemClock } from "@/lib/platform/clock";
import { createCoalesce } from "@/lib/platform/coalesce";
import { connectDatabase } from "@/lib/platform/database";
import { causeOf } from "@/lib/platform/database-failure";
import { createId } from "@/lib/platform/id";
import { createLogger } from "@/lib/platform/log";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import { createSecrets } from "@/lib/platform/secret";
import { readPoolUse } from "@/lib/platform/status-gauges";
import { traceStatements } from "@/lib/platform/tracing/trace-statements";
import { startTracing, stopTracing, traceIds } from "@/lib/platform/tracing/tracing";
import { type ActivityTask, createActivityTask } from "./activity-task";
import type { ClaimLoop } from "./claim-loop";
import { createDeliveryTask, type DeliveryTask } from "./delivery-task";
import { createTimelineTask, type TimelineTask } from "./timeline-task";
import { createWebhookTask } from "./webhook-task";

/** Creates the metrics of a process, with the figures of the status page. */
export const createServiceMetrics = ({
  clock,
  db,
  pool,
}: Pick<Service, "clock" | "db"> & { pool: pg.Pool }): Metrics =>
  createMetrics({
    poolUse: () => readPoolUse(pool),
    readFigures: () => readDatabaseFigures({ clock, db }),
    waitMs: limits.metricsReadMs,
  });

export interface RunningService extends Service {
  metrics: Metrics;
  pool: pg.Pool;
  deliveries: DeliveryTask;
  webhooks: ClaimLoop;
  activity: ActivityTask;
  timeline: TimelineTask;
  followers: Followers;
  knownTenancies: KnownTenancies;
  /** How long a request waits for a turn of its tenancy. */
  requestWaitMs: number;
  /**
   * Finishes running deliveries, writes activity counts and timeline events, closes the pool, and
   * exports the last spans.
   */
  close(): Promise<void>;
}

/** The key of turns and connections that all requests of unknown tenancies share. */
export const unknownTenancies = "unknown tenancies";

// The server bundle and Next load this module separately; both must share one pool.
const slot = globalThis as { keysteadService?: RunningService | undefined };

function createService(): RunningService {
  const { databaseUrl, secret, previousSecret, issuer, baseUrl, workers, tracing } = getConfig();
  const log = createLogger(tracing === undefined ? undefined : traceIds);
  const onError = (error: Error) =>
    log.warn(
      { event: "database.connection_lost", error: causeOf(error) },
      "database connection lost",
    );
  const connection = connectDatabase(databaseUrl, onError, { workers });
  const { db, shareOf, takeTurn, pool, close } = connection;
  if (tracing !== undefined) {
    traceStatements(pool);
    void startTracing(tracing, log);
  }
  const deliveries = createDeliveryTask(getService);
  const webhooks = createWebhookTask(getService);
  const activity = createActivityTask(getService);
  const timeline = createTimelineTask(getService);
  const knownTenancies = createKnownTenancies(getService, unknownTenancies);
  const followers = createFollowers(getService);
  // Here and not with the background tasks: under plain `next start` and `npm run dev`, requests run
  // in a process without those.
  activity.start();
  timeline.start();
  return {
    db,
    coalesce: createCoalesce(),
    shareOf,
    takeTurn,
    pool,
    deliveries,
    webhooks,
    activity,
    timeline,
    followers,
    knownTenancies,
    requestWaitMs: limits.databaseWaits.connectionMs,
    clock: systemClock,
    log,
    secrets: createSecrets(secret, previousSecret),
    createId: () => createId(systemClock.now()),
    issuer,
    baseUrl,
    metrics: createServiceMetrics({ clock: systemClock, db, pool }),
    async close() {
      knownTenancies.stop();
      followers.stop();
      await Promise.all([deliveries.stop(), webhooks.stop()]);
      await activity.stop();
      await timeline.stop();
      await close();
      await stopTracing();
    },
  };
}

/** Returns the service limited to the share of the database connections that belongs to a key. */
export const withShareOf = (service: RunningService, key: string): RunningService =>
  Object.assign({}, service, { db: service.shareOf(key) });

/** Returns the service of this process, and creates it on first use. */
export function getService(): RunningService {
  return (slot.keysteadService ??= createService());
}

/** Replaces the service; tests provide one with a movable clock. */
export function setService(service: RunningService | undefined): void {
  slot.keysteadService = service;
}

/** Closes the service if one was created. */
export async function closeService(): Promise<void> {
  await slot.keysteadService?.close();
  slot.keysteadService = undefined;
}
