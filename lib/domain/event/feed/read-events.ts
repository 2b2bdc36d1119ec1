import { z } from "zod";
import type { Event, Events } from "@/lib/contract/event";
import { callerEnded, isCallerLive } from "@/lib/domain/access/api-key/is-caller-live";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { readEventDetail } from "./event-types";
import { findFeedName } from "./find-feed-name";

export const eventColumns = Prisma.sql`
  f."number", f."type", f."sub", a."id", a."actorKind", a."actorId", a."targetKind",
  COALESCE(p."formerId",
    CASE WHEN f."type" = 'passkey.deleted' THEN substring(a."detail" FROM ' (.*)$') END,
    a."targetId") AS "targetId", a."detail", a."requestId", a."createdAt",
  u."userId"`;

// OFFSET 0 keeps each a search by key. Otherwise, PostgreSQL may read whole tables for a page.
export const eventJoins = Prisma.sql`
  JOIN LATERAL (
    SELECT * FROM "AuditEvent" WHERE "tenancyId" = f."tenancyId" AND "id" = f."eventId" OFFSET 0
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT "userId" FROM "User" WHERE "tenancyId" = f."tenancyId" AND "sub" = f."sub" OFFSET 0
  ) u ON true
  LEFT JOIN LATERAL (
    SELECT "formerId" FROM "Passkey"
    WHERE a."targetKind" = 'passkey' AND "tenancyId" = f."tenancyId" AND "id" = a."targetId" OFFSET 0
  ) p ON true`;

export const EventRow = z.object({
  number: z.coerce.number(),
  type: z.string(),
  sub: z.string().nullable(),
  id: z.string(),
  actorKind: z.string(),
  actorId: z.string().nullable(),
  targetKind: z.string(),
  targetId: z.string(),
  detail: z.string().nullable(),
  requestId: z.string().nullable(),
  createdAt: z.date(),
  userId: z.string().nullable(),
});

/** Returns the event that followers and webhooks get: ids and names, and no personal data. */
export const toEvent = (row: z.infer<typeof EventRow>): Event => ({
  _tag: "Event",
  number: row.number,
  id: row.id,
  type: row.type,
  createdAt: row.createdAt.getTime(),
  actor: { kind: row.actorKind, ...(row.actorId === null ? {} : { id: row.actorId }) },
  target: { kind: row.targetKind, id: row.targetId },
  sub: row.sub ?? undefined,
  userId: row.userId ?? undefined,
  passkeyId: row.targetKind === "passkey" ? row.targetId : undefined,
  challengeId: row.targetKind === "challenge" ? row.targetId : undefined,
  detail: readEventDetail(row.type, row.detail) as Event["detail"],
  requestId: row.requestId ?? undefined,
});

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

/** A restore or a failover gives the feed another name, so one that has kept it rules them out. */
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
  feed?: string | undefined;
  limit: number;
  types?: readonly string[] | undefined;
}

/**
 * Returns the events after a number. With `types`, it reads a bounded number of events and may return
 * none of them; `last` says how far it has read.
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
  const isWanted = types === undefined ? Prisma.empty : Prisma.sql`AND f."type" = ANY (${types})`;
  // Raw, because Prisma doesn't join rows without a declared relation.
  const rows = await ctx.db.query(EventRow)`
    SELECT ${eventColumns} FROM "FeedEvent" f ${eventJoins}
    WHERE f."tenancyId" = ${ctx.tenancy.id} AND f."number" > ${after} AND f."number" <= ${readTo}
      ${isWanted} ORDER BY f."number" LIMIT ${limit}`;
  const records = rows.map(toEvent);
  const last = records.length === limit ? (records.at(-1)?.number ?? readTo) : readTo;
  return { _tag: "Events", feed: name, records, last };
}
