import type { Fault } from "./fault";
import { startLimitSeconds } from "./instances";

/** `kill -9` of every PostgreSQL process, and a new start on the same data. */
export const crashDatabase: Fault = {
  name: "kill -9 PostgreSQL",
  tolerates: { unavailable: true },
  losesCeremonies: true,
  recovers: "requests",
  recoveryLimitSeconds: startLimitSeconds,
  inject: ({ database }) => database.crash(),
  holdMs: 2_000,
  repair: ({ database }) => database.restart(),
};

/** A database that hangs: connections stay open, and nothing responds. */
export const stallDatabase: Fault = {
  name: "SIGSTOP PostgreSQL, 10 s",
  tolerates: { unavailable: true },
  recovers: "requests",
  recoveryLimitSeconds: startLimitSeconds,
  inject: async ({ database }) => database.suspend(),
  holdMs: 10_000,
  repair: async ({ database }) => database.resume(),
};
