import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";

/**
 * `awaited`: a commit returns after a synchronous standby has received it.
 * `not-configured`: PostgreSQL has no synchronous standby, so commits wait for none.
 * `not-awaited`: it has one, but this role or database commits with `synchronous_commit` `off` or
 * `local`.
 * `not-connected`: commits wait until a standby connects.
 */
export type StandbyState = "awaited" | "not-configured" | "not-awaited" | "not-connected";

const Row = z.object({
  isConfigured: z.boolean(),
  isAwaited: z.boolean(),
  isConnected: z.boolean(),
});

/**
 * Reads whether commits of this role wait for a synchronous standby. Any role may read the settings.
 * Without `pg_monitor` it sees how many standbys are connected, but not which are synchronous: then
 * one that is connected counts.
 */
export async function readStandby({ db }: Pick<Service, "db">): Promise<StandbyState> {
  // Raw, because it reads PostgreSQL's own settings and views.
  const [row] = await db.query(Row)`
    SELECT current_setting('synchronous_standby_names') <> ''
        AND current_setting('max_wal_senders')::int > 0 AS "isConfigured",
      current_setting('synchronous_commit') NOT IN ('off', 'local') AS "isAwaited",
      EXISTS (SELECT FROM pg_stat_replication
        WHERE "sync_state" IS NULL OR "sync_state" IN ('sync', 'quorum')) AS "isConnected"`;
  if (row === undefined) throw new Error("The database returned no settings.");
  if (!row.isConfigured) return "not-configured";
  if (!row.isAwaited) return "not-awaited";
  return row.isConnected ? "awaited" : "not-connected";
}
