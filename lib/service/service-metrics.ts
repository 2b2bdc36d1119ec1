import type pg from "pg";
import { readDatabaseFigures } from "@/lib/domain/admin/status/judge-status";
import type { Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { createMetrics, type Metrics } from "@/lib/platform/metrics";
import { readPoolUse } from "@/lib/platform/pool-use";

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
