// The feed of a tenancy's events, in the order of their numbers. A follower remembers the feed's name
// and the number of the last event that it has read. If either doesn't fit, a backup was restored or a
// copy of the database took over, and the follower begins again.

import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Events } from "@/lib/contract/event";
import { callerEnded, isCallerLive } from "@/lib/domain/access/api-key/is-caller-live";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { eventColumns, eventJoins, EventRow, toEvent } from "./feed-event";

/**
 * What changes when a backup is restored: the cluster, its timeline (after recovery to a point in time
 * and after a failover, which may lose events), the database and the table (after `pg_restore`).
 */
const fingerprint = Prisma.sql`(
  SELECT concat_ws('-', c."system_identifier", left(pg_walfile_name(pg_current_wal_lsn()), 8), d."oid",
    '"Feed"'::regclass::oid)
  FROM pg_control_system() c, pg_database d WHERE d."datname" = current_database())`;

const FeedName = z.object({ name: z.string() });

/**
 * Finds the name of the feed, which is random. After a restore, the first caller renames it: numbers
 * that followers have read may then belong to other events.
 */
export async function findFeedName(db: Queryable): Promise<string> {
  const find = () =>
    db.query(FeedName)`SELECT "name" FROM "Feed" WHERE "fingerprint" = ${fingerprint}`;
  const [found] = await find();
  if (found !== undefined) return found.name;
  await db.query(FeedName)`
    UPDATE "Feed" SET "name" = ${randomBytes(12).toString("base64url")}, "fingerprint" = ${fingerprint}
    WHERE "fingerprint" <> ${fingerprint} RETURNING "name"`;
  const [renamed] = await find();
  if (renamed === undefined) throw new Error("The table Feed has no row.");
  return renamed.name;
}

const Newest = z.object({ newest: z.coerce.number(), isLive: z.boolean() });

/** Returns the number of the tenancy's newest event, or 0. @throws Forbidden if the caller ended */
async function findNewest(ctx: TenancyContext): Promise<number> {
  const [row] = await ctx.db.query(Newest)`
    SELECT (${isCallerLive(ctx)}) AS "isLive", COALESCE((
      SELECT f."number" FROM "FeedEvent" f WHERE f."tenancyId" = ${ctx.tenancy.id}
      ORDER BY f."number" DESC LIMIT 1), 0) AS "newest"`;
  if (row?.isLive !== true) throw callerEnded();
  return row.newest;
}

/**
 * Creates the refusal of a number that no event has. A restore gives the feed another name, so a
 * follower that has sent the current one knows of it.
 */
function beyondNewest(after: number, newest: number, feed: string | undefined): ServiceError {
  const event =
    feed === undefined
      ? "a backup was restored"
      : "an older copy of the database's files was put back";
  return new ServiceError(
    "@error/FeedReset",
    undefined,
    `No event has the number ${after}: the newest one of this tenancy has ${newest}. Either ` +
      `${event}, or the number is another tenancy's. Read your users again, then follow from ` +
      "after=newest.",
  );
}

export interface FeedPosition {
  after: number | "newest";
  /** The feed's name, if the follower checks it. */
  feed?: string | undefined;
  limit: number;
  /** Undefined for all types. */
  types?: readonly string[] | undefined;
}

/**
 * Returns up to `limit` events after a number, and in `last` how far it has read. With `types`, it
 * reads a bounded number of events, of which it may return none. `newest` returns no event.
 * @throws FeedReset if the feed has another name, or no event has the number `after` · Forbidden if
 * the API key or its tenancy ended meanwhile
 */
export async function readEvents(
  ctx: TenancyContext,
  { after, feed, limit, types }: FeedPosition,
): Promise<Events> {
  const name = await findFeedName(ctx.db);
  const newest = await findNewest(ctx);
  if (after === "newest") return { _tag: "Events", feed: name, records: [], last: newest };
  if (feed !== undefined && feed !== name) throw new ServiceError("@error/FeedReset");
  if (after > newest) throw beyondNewest(after, newest, feed);
  const readTo = Math.min(newest, after + (types === undefined ? limit : limits.feed.readRows));
  const isWanted = types === undefined ? Prisma.sql`TRUE` : Prisma.sql`f."type" = ANY (${types})`;
  // Raw, because Prisma doesn't join rows without a declared relation.
  const rows = await ctx.db.query(EventRow)`
    SELECT ${eventColumns} FROM "FeedEvent" f ${eventJoins}
    WHERE f."tenancyId" = ${ctx.tenancy.id} AND f."number" > ${after} AND f."number" <= ${readTo}
      AND ${isWanted}
    ORDER BY f."number" LIMIT ${limit}`;
  const records = rows.map(toEvent);
  const last = records.length === limit ? (records.at(-1)?.number ?? readTo) : readTo;
  return { _tag: "Events", feed: name, records, last };
}
