import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Queryable } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

/**
 * What changes when a backup is restored: the cluster, its timeline (after recovery to a point in time
 * and after a failover, which may lose events), the database and the table (after `pg_restore`).
 */
const fingerprint = Prisma.sql`(
  SELECT concat_ws('-', c."system_identifier", left(pg_walfile_name(pg_current_wal_lsn()), 8), d."oid",
    '"Feed"'::regclass::oid)
  FROM pg_control_system() c, pg_database d WHERE d."datname" = current_database())`;

const Name = z.object({ name: z.string() });

/**
 * Finds the name of the feed, which is random. After a restore, the first caller renames it: numbers
 * that followers have read may then belong to other events.
 */
export async function findFeedName(db: Queryable): Promise<string> {
  const find = () => db.query(Name)`SELECT "name" FROM "Feed" WHERE "fingerprint" = ${fingerprint}`;
  const [found] = await find();
  if (found !== undefined) return found.name;
  await db.query(Name)`
    UPDATE "Feed" SET "name" = ${randomBytes(12).toString("base64url")}, "fingerprint" = ${fingerprint}
    WHERE "fingerprint" <> ${fingerprint} RETURNING "name"`;
  const [renamed] = await find();
  if (renamed === undefined) throw new Error("The table Feed has no row.");
  return renamed.name;
}
