import type { DatabaseWaits } from "@/lib/limits";
import { connectDatabase, type DatabaseConnection } from "@/lib/platform/database";
import type { WatchLimits } from "@/lib/platform/database-watch";

export interface TestDatabaseLimits {
  waits?: Partial<DatabaseWaits>;
  watch?: Partial<WatchLimits>;
}

/** Longer than anything takes on a slow machine. */
export const patientMs = 10 * 60_000;
const patientWaits: DatabaseWaits = {
  connectionMs: patientMs,
  statementMs: patientMs,
  rowLockMs: patientMs,
  advisoryLockMs: patientMs,
};
const patientWatch: WatchLimits = {
  checkEveryMs: 250,
  silentMs: patientMs,
  answerMs: patientMs,
  lostMs: patientMs,
};

/**
 * Connects a test to its database, with limits that even a slow machine doesn't reach. A test about
 * a limit passes one that it reaches at once.
 */
export const connectTestDatabase = (
  databaseUrl: string,
  { waits, watch }: TestDatabaseLimits = {},
  onError: (error: Error) => void = () => undefined,
): DatabaseConnection =>
  connectDatabase(databaseUrl, onError, {
    waits: { ...patientWaits, ...waits },
    watch: { ...patientWatch, ...watch },
  });
