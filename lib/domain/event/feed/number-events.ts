import { z } from "zod";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { tryLocks } from "@/lib/domain/base/take-locks";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/**
 * Whether webhook `h` gets an event: one of its own list of types, else of the default types. It gets
 * its own test events in any case.
 */
const isSent = Prisma.sql`
  CASE WHEN e."action" = 'webhook.tested' THEN e."targetId" = h."id"
    WHEN cardinality(h."types") = 0
      THEN e."action" <> 'passkey.authenticated' AND NOT starts_with(e."action", 'challenge.')
    ELSE e."action" = ANY (h."types") END`;

/**
 * Builds the INSERT of deliveries to the webhooks of the tenancies, from CTEs `events` and `tenancies`.
 * None is due: `releaseDeliveries` decides which may be sent.
 */
const insertDeliveries = ({ clock }: Pick<Service, "clock">): Prisma.Sql => Prisma.sql`
  INSERT INTO "WebhookDelivery" ("tenancyId", "webhookId", "number", "sub", "createdAt")
  SELECT e."tenancyId", h."id", t."last" + e."place", e."sub", ${new Date(clock.now())}
  FROM events e JOIN tenancies t USING ("tenancyId")
  JOIN "Webhook" h ON h."tenancyId" = e."tenancyId" AND h."disabledAt" IS NULL AND ${isSent}`;

/**
 * The user whom event `a` is about. The next move or deletion of a passkey names the user who had it
 * until then; without one, it is the present user. Ids contain the time, so the search is short.
 */
const subOfEvent = Prisma.sql`
  CASE a."targetKind"
    WHEN 'user' THEN a."targetId"
    WHEN 'passkey' THEN COALESCE(
      (SELECT split_part(later."detail", ' ', 1) FROM "AuditEvent" later
      WHERE later."tenancyId" = a."tenancyId" AND later."targetId" = a."targetId"
        AND later."id" >= a."id" AND later."detail" IS NOT NULL
        AND (later."action" = 'passkey.deleted'
          OR later."action" = 'passkey.moved' AND later."id" > a."id")
      ORDER BY later."id" LIMIT 1),
      (SELECT p."sub" FROM "Passkey" p
      WHERE p."tenancyId" = a."tenancyId" AND p."id" = a."targetId"))
    WHEN 'challenge' THEN (
      SELECT u."sub" FROM "Challenge" c JOIN "User" u ON u."tenancyId" = c."tenancyId"
        AND (u."userId" = c."userId" OR u."sub" = c."userId")
      WHERE c."tenancyId" = a."tenancyId" AND c."id" = a."targetId"
      ORDER BY u."userId" = c."userId" DESC NULLS LAST LIMIT 1)
  END`;

/**
 * Numbers the events of the next seals, in the order of seals and sequence within each tenancy, and
 * inserts their deliveries to webhooks.
 */
const numbering = (service: Pick<Service, "clock">) => Prisma.sql`
  WITH seals AS (
    SELECT s."id" FROM "Feed" f JOIN "AuditSeal" s ON s."id" > f."sealId"
    ORDER BY s."id" LIMIT ${limits.feed.sealsPerBatch}
  ), events AS (
    SELECT a."tenancyId", a."id", a."action", a."targetId", ${subOfEvent} AS "sub",
      row_number() OVER (PARTITION BY a."tenancyId" ORDER BY a."sealId", a."sequence") AS "place"
    FROM seals s JOIN "AuditEvent" a ON a."sealId" = s."id"
    JOIN "Tenancy" t ON t."id" = a."tenancyId" AND t."deletedAt" IS NULL
    WHERE a."sequence" IS NOT NULL
  ), tenancies AS (
    SELECT e."tenancyId", COALESCE((
      SELECT f."number" FROM "FeedEvent" f WHERE f."tenancyId" = e."tenancyId"
      ORDER BY f."number" DESC LIMIT 1), 0) AS "last"
    FROM (SELECT DISTINCT "tenancyId" FROM events) e
  ), numbered AS (
    INSERT INTO "FeedEvent" ("tenancyId", "number", "eventId", "type", "sub")
    SELECT e."tenancyId", t."last" + e."place", e."id", e."action", e."sub"
    FROM events e JOIN tenancies t USING ("tenancyId")
  ), deliveries AS (${insertDeliveries(service)})
  UPDATE "Feed" SET "sealId" = (SELECT max("id") FROM seals) WHERE EXISTS (SELECT 1 FROM seals)
  RETURNING (SELECT count(*)::int FROM seals) AS "seals"`;

const Seals = z.object({ seals: z.int() });

const numberBatch = ({ db, clock }: Pick<Service, "db" | "clock">): Promise<number> =>
  db.$transaction(async (tx: Queryable) => {
    if ((await tryLocks(tx, "feed")) !== undefined) return 0;
    const [row] = await tx.query(Seals)(numbering({ clock }));
    return row?.seals ?? 0;
  });

/**
 * Gives sealed events their numbers in the feeds of their tenancies: from 1 without gaps, in the order
 * of seals, and of commits for each user. Numbers the events of every seal, also of one that the
 * previous release made. Only one instance numbers at a time; the others do nothing.
 */
export async function numberEvents(service: Pick<Service, "db" | "clock">): Promise<void> {
  while ((await numberBatch(service)) === limits.feed.sealsPerBatch);
}

const Row = z.object({ isUnsealed: z.boolean(), isUnnumbered: z.boolean() });

/** Whether events wait for a seal, and seals for numbers. */
export async function findUnnumbered({ db }: Pick<Service, "db">): Promise<z.infer<typeof Row>> {
  // Raw: one statement every second, by the index of what waits.
  const [row] = await db.query(Row)`
    SELECT EXISTS (SELECT 1 FROM "AuditEvent" WHERE "sealId" IS NULL) AS "isUnsealed",
      EXISTS (SELECT 1 FROM "Feed" f JOIN "AuditSeal" s ON s."id" > f."sealId") AS "isUnnumbered"`;
  return row ?? { isUnsealed: false, isUnnumbered: false };
}
