import { z } from "zod";
import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

const Tenancy = z.object({
  id: z.string(),
  name: z.string(),
  brandName: z.string().nullable(),
  brandColor: z.string().nullable(),
  brandLogoHash: z.string().nullable(),
  mailSender: z.string().nullable(),
  mailReplyTo: z.string().nullable(),
});
const tenancyColumns = Prisma.raw(
  Object.keys(Tenancy.shape)
    .map((column) => `'${column}', t."${column}"`)
    .join(", "),
);

const ClaimedDelivery = z.object({
  id: z.string(),
  sealed: z.string(),
  /** This one included. */
  attempts: z.int(),
  expiresAt: z.date(),
  lastError: z.string().nullable(),
  codeDigits: z.int().nullable(),
  /** False when it has expired, or what it tells of is over. */
  isWanted: z.boolean(),
  tenancy: Tenancy.extend({ senderDomains: z.array(z.string()) }),
});

/** A mail that this process is to send, and nobody else for a while. */
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>;

/** Domains that the tenancy may send from at that moment. */
const senderDomains = (now: Date) => Prisma.sql`ARRAY(
  SELECT d."domain" FROM "SenderDomain" d WHERE d."tenancyId" = t."id" AND (d."confirmedAt" IS NOT NULL OR d."graceUntil" > ${now}))`;

/** What one worker asks for. */
interface Room {
  /** Emails that it can take now. */
  room: number;
  /** How many of each tenancy it is delivering. */
  underWay?: ReadonlyMap<string, number>;
  /** The tenancy that was served last; those behind it, by id, come first. */
  after?: string;
}

interface Claim {
  mails: ClaimedDelivery[];
  /** `after` of the next claim. */
  after: string;
}

/**
 * Claims due emails tenancy by tenancy, up to `concurrentDeliveriesPerTenancy` of each and the
 * longest due first. Skips those that another worker has. A claim lasts `deliveryLeaseMs`: after a
 * crash, another worker claims the email then.
 *
 * - `busy`: how many of each tenancy are under way.
 * - `walk`: tenancies with queued emails, by a loose index scan that ends once there are enough due
 * emails.
 * - `due`: the emails to claim. Reads no more of a tenancy's backlog than it claims.
 */
async function claimAfter(
  { run, clock }: Service,
  { room, underWay = new Map(), after = "" }: Room,
): Promise<ClaimedDelivery[]> {
  const now = new Date(clock.now());
  const busy = JSON.stringify(Object.fromEntries(underWay));
  const queuedAfter = (tenancyId: Prisma.Sql) => Prisma.sql`
    SELECT m."tenancyId" FROM "OutboxMail" m WHERE m."state" = 'queued' AND m."tenancyId" > ${tenancyId} ORDER BY m."tenancyId" LIMIT 1`;
  const rows = await run(Prisma.sql`
    WITH RECURSIVE busy AS MATERIALIZED (SELECT ${busy}::jsonb AS "underWay"),
    walk("tenancyId") AS (
      (${queuedAfter(Prisma.sql`${after}`)})
      UNION ALL
      SELECT (${queuedAfter(Prisma.sql`w."tenancyId"`)}) FROM walk w WHERE w."tenancyId" IS NOT NULL
    ), due AS (
      SELECT d."tenancyId", d."id" FROM busy, walk w CROSS JOIN LATERAL (
        SELECT m."tenancyId", m."id" FROM "OutboxMail" m WHERE m."tenancyId" = w."tenancyId" AND m."state" = 'queued' AND m."dueAt" <= ${now}
        ORDER BY m."dueAt" LIMIT GREATEST(0, ${limits.concurrentDeliveriesPerTenancy}::int - COALESCE((busy."underWay"->>w."tenancyId")::int, 0))
        FOR UPDATE SKIP LOCKED
      ) d LIMIT ${room}
    ), claimed AS (
      UPDATE "OutboxMail" m SET "dueAt" = ${new Date(now.getTime() + lifetimes.deliveryLeaseMs)}, "attempts" = m."attempts" + 1
      FROM due WHERE m."tenancyId" = due."tenancyId" AND m."id" = due."id"
      RETURNING m.*
    )
    SELECT m."id", m."sealed", m."attempts", m."expiresAt", m."lastError", c."codeDigits", json_build_object(${tenancyColumns}, 'senderDomains', ${senderDomains(now)}) AS "tenancy",
      m."expiresAt" > ${now} AND t."suspendedAt" IS NULL AND (m."challengeId" IS NULL OR (c."verifiedAt" IS NULL AND c."deletedAt" IS NULL AND c."id" IS NOT NULL)) AS "isWanted"
    FROM claimed m JOIN "Tenancy" t ON t."id" = m."tenancyId"
    LEFT JOIN "Challenge" c ON c."tenancyId" = m."tenancyId" AND c."id" = m."challengeId"`);
  return ClaimedDelivery.array().parse(rows);
}

/**
 * Claims due emails for one worker, round-robin across tenancies. One round trip; a second one
 * where the last claim ended in the middle of the tenancies and those behind it leave room.
 */
export async function claimDeliveries(service: Service, asked: Room): Promise<Claim> {
  const { room, underWay = new Map<string, number>(), after = "" } = asked;
  const mails = await claimAfter(service, asked);
  if (mails.length < room && after !== "") {
    const both = new Map(underWay);
    for (const { tenancy } of mails) both.set(tenancy.id, (both.get(tenancy.id) ?? 0) + 1);
    mails.push(...(await claimAfter(service, { room: room - mails.length, underWay: both })));
  }
  const served = mails.map(({ tenancy }) => tenancy.id);
  return { mails, after: mails.length < room ? "" : (served.at(-1) ?? "") };
}
