import { pino } from "pino";
import { setConfig } from "@/lib/config";
import { createKnownTenancies } from "@/lib/domain/base/tenancy/known-tenancies";
import { createFollowers } from "@/lib/domain/event/feed/followers";
import { systemClock } from "@/lib/platform/clock";
import { createCoalesce } from "@/lib/platform/coalesce";
import { createId } from "@/lib/platform/id";
import { createSecrets } from "@/lib/platform/secret";
import { traceIds } from "@/lib/platform/tracing/tracing";
import { createActivityTask } from "@/lib/service/activity-task";
import {
  createServiceMetrics,
  type RunningService,
  setService,
  unknownTenancies,
} from "@/lib/service/service";
import { createTimelineTask } from "@/lib/service/timeline-task";
import { connectTestDatabase, patientMs, type TestDatabaseLimits } from "./connect-test-database";
import { createMovableClock, type MovableClock, noonOf } from "./movable-clock";

export interface TestService extends RunningService {
  /** Number of wake-ups of the delivery task. */
  woken: number;
  clock: MovableClock;
  /** Every log line, as text. */
  logged: string[];
}

const secret = "a secret of the tests, 32 bytes or more";
const baseUrl = "http://localhost:3000";

/**
 * Starts a service on a real database with a movable clock and a readable log, and registers it for
 * the handlers.
 */
export function startTestService(
  databaseUrl: string,
  databaseLimits: TestDatabaseLimits = {},
): TestService {
  const clock = createMovableClock(noonOf(systemClock.now()));
  const logged: string[] = [];
  const { db, shareOf, takeTurn, pool, close } = connectTestDatabase(databaseUrl, databaseLimits);
  const service: TestService = {
    woken: 0,
    // Tests deliver emails explicitly, after they move the clock.
    deliveries: {
      wake: () => void service.woken++,
      start: () => undefined,
      stop: () => Promise.resolve(),
    },
    webhooks: {
      wake: () => undefined,
      start: () => undefined,
      stop: () => Promise.resolve(),
    },
    // Not started. Tests call flush().
    activity: createActivityTask(() => service),
    timeline: createTimelineTask(() => service),
    followers: createFollowers(() => service, { readEveryMs: 20 }),
    knownTenancies: createKnownTenancies(() => service, unknownTenancies),
    db,
    coalesce: createCoalesce(),
    shareOf,
    takeTurn,
    pool,
    requestWaitMs: patientMs,
    clock,
    logged,
    log: pino({ base: null, mixin: traceIds }, { write: (line: string) => void logged.push(line) }),
    secrets: createSecrets(secret),
    createId: () => createId(clock.now()),
    issuer: baseUrl,
    baseUrl,
    metrics: createServiceMetrics({ clock, db, pool }),
    close() {
      service.knownTenancies.stop();
      service.followers.stop();
      return close();
    },
  };
  setConfig({
    mode: "production",
    port: 3000,
    baseUrl,
    databaseUrl,
    requiresStandby: false,
    dataFolder: "/nowhere",
    installationFolder: process.cwd(),
    secret,
    issuer: baseUrl,
    hsts: false,
    trustedProxyHops: 0,
    workers: 1,
    emailProviders: [],
    mailFrom: "no-reply@localhost",
    webhooks: { isLocal: false, ports: [443], allowedRanges: [] },
  });
  setService(service);
  return service;
}
