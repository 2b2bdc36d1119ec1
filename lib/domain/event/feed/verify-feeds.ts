import { z } from "zod";
import type { Queryable } from "@/lib/domain/base/context";

export interface BrokenFeed {
  tenancyId: string;
  problem: string;
}

const Tenancy = z.object({ id: z.string() });
const Place = z.object({
  place: z.coerce.number(),
  number: z.coerce.number().nullable(),
  eventId: z.string(),
});
const Extra = z.object({ number: z.coerce.number() });

interface Reader {
  db: Queryable;
}

/** Finds the first event whose number isn't its place among the tenancy's numbered events. */
async function findMisnumbered({ db }: Reader, tenancyId: string): Promise<string | undefined> {
  const [row] = await db.query(Place)`
    SELECT placed."place", placed."number", placed."id" AS "eventId" FROM (
      SELECT a."id", f."number",
        row_number() OVER (ORDER BY a."sealId", a."sequence") AS "place"
      FROM "AuditEvent" a LEFT JOIN "FeedEvent" f
        ON f."tenancyId" = a."tenancyId" AND f."eventId" = a."id"
      WHERE a."tenancyId" = ${tenancyId} AND a."sequence" IS NOT NULL
        AND a."sealId" <= (SELECT "sealId" FROM "Feed")
    ) placed WHERE placed."number" IS DISTINCT FROM placed."place"
    ORDER BY placed."place" LIMIT 1`;
  if (row === undefined) return undefined;
  const { place, number, eventId } = row;
  return `event ${eventId} has ${number === null ? "no number" : `number ${number}`}, not ${place}`;
}

/** Finds a number that belongs to no sealed event, such as one of an event that was removed. */
async function findExtra({ db }: Reader, tenancyId: string): Promise<string | undefined> {
  const [row] = await db.query(Extra)`
    SELECT f."number" FROM "FeedEvent" f
    WHERE f."tenancyId" = ${tenancyId} AND NOT EXISTS (
      SELECT 1 FROM "AuditEvent" a
      WHERE a."tenancyId" = f."tenancyId" AND a."id" = f."eventId" AND a."sealId" IS NOT NULL
        AND a."action" = f."type")
    ORDER BY f."number" LIMIT 1`;
  return row === undefined
    ? undefined
    : `number ${row.number} belongs to no sealed event of its type`;
}

/**
 * Verifies that in each tenancy's feed, the numbers are the places of its events by seal and sequence:
 * from 1, without a gap, an extra or an exchange.
 */
export async function verifyFeeds(reader: Reader): Promise<BrokenFeed | null> {
  const tenancies = await reader.db.query(Tenancy)`
    SELECT "id" FROM "Tenancy" WHERE "deletedAt" IS NULL ORDER BY "id"`;
  for (const { id: tenancyId } of tenancies) {
    const problem =
      (await findMisnumbered(reader, tenancyId)) ?? (await findExtra(reader, tenancyId));
    if (problem !== undefined) return { tenancyId, problem };
  }
  return null;
}
