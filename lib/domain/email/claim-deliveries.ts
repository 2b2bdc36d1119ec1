// Claims queued emails for delivery. Any number of workers share the outbox. A claim is a lease: it
// moves `dueAt` by `deliveryLeaseMs`, so another worker claims the email again after a crash.
//
// Fairness: a worker visits tenancies round-robin in the order of their ids, and delivers at most
// `concurrentDeliveriesPerTenancy` emails of each at the same time.

import { z } from "zod";
import type { Service } from "@/lib/domain/context";
import { lifetimes, limits } from "@/lib/limits";
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
  /** Including this one. */
  attempts: z.int(),
  expiresAt: z.date(),
  lastError: z.string().nullable(),
  challengeId: z.string().nullable(),
  codeDigits: z.int().nullable(),
  /** False when its tenancy is suspended, or its challenge was verified, deleted or purged. */
  isWanted: z.boolean(),
  tenancy: Tenancy.extend({ senderDomains: z.array(z.string()) }),
});

/** An email that only this worker may send until the lease ends. */
export type ClaimedDelivery = z.infer<typeof ClaimedDelivery>;

/** Domains that tenancy `t` may send from: confirmed, or in their grace period. */
const senderDomains = (now: Date) => Prisma.sql`ARRAY(
  SELECT d."domain" FROM "SenderDomain" d
  WHERE d."tenancyId" = t."id" AND (d."confirmedAt" IS NOT NULL OR d."graceUntil" > ${now}))`;

const isWanted = Prisma.sql`
  t."suspendedAt" IS NULL
  AND (m."challengeId" IS NULL
    OR (c."verifiedAt" IS NULL AND c."deletedAt" IS NULL AND c."id" IS NOT NULL))`;

interface ClaimRequest {
  /** Emails that the worker can deliver now. */
  room: number;
  /** Deliveries in flight, by tenancy. */
  inFlight?: ReadonlyMap<string, number>;
  /** The tenancy served last: the claim begins with the next id. */
  after?: string;
}

interface Claim {
  emails: ClaimedDelivery[];
  /** `after` of the next claim. */
  after: string;
}

/**
 * Claims due emails of the tenancies after `after`, the longest due first. Skips rows that another
 * worker has locked. The statement's CTEs:
 * - `busy`: deliveries in flight, by tenancy
 * - `walk`: tenancies with queued emails, by a loose index scan that stops once `due` is full
 * - `due`: the emails to claim; reads no more of a tenancy's backlog than it claims
 * - `claimed`: starts their lease
 */
async function claimAfter(
  { db, clock }: Service,
  { room, inFlight = new Map(), after = "" }: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  const now = new Date(clock.now());
  const leaseEnd = new Date(now.getTime() + lifetimes.deliveryLeaseMs);
  const busy = JSON.stringify(Object.fromEntries(inFlight));
  const nextTenancy = (tenancyId: Prisma.Sql) => Prisma.sql`
    SELECT m."tenancyId" FROM "OutboxMail" m
    WHERE m."state" = 'queued' AND m."tenancyId" > ${tenancyId} ORDER BY m."tenancyId" LIMIT 1`;
  const perTenancy = Prisma.sql`GREATEST(0, ${limits.concurrentDeliveriesPerTenancy}::int
    - COALESCE((busy."inFlight"->>w."tenancyId")::int, 0))`;
  return db.query(ClaimedDelivery)`
    WITH RECURSIVE busy AS MATERIALIZED (SELECT ${busy}::jsonb AS "inFlight"),
    walk("tenancyId") AS (
      (${nextTenancy(Prisma.sql`${after}`)})
      UNION ALL
      SELECT (${nextTenancy(Prisma.sql`w."tenancyId"`)}) FROM walk w
      WHERE w."tenancyId" IS NOT NULL
    ), due AS (
      SELECT d."tenancyId", d."id" FROM busy, walk w CROSS JOIN LATERAL (
        SELECT m."tenancyId", m."id" FROM "OutboxMail" m
        WHERE m."tenancyId" = w."tenancyId" AND m."state" = 'queued' AND m."dueAt" <= ${now}
        ORDER BY m."dueAt" LIMIT ${perTenancy} FOR UPDATE SKIP LOCKED
      ) d LIMIT ${room}
    ), claimed AS (
      UPDATE "OutboxMail" m SET "dueAt" = ${leaseEnd}, "attempts" = m."attempts" + 1
      FROM due WHERE m."tenancyId" = due."tenancyId" AND m."id" = due."id"
      RETURNING m.*
    )
    SELECT m."id", m."sealed", m."attempts", m."expiresAt", m."lastError", m."challengeId", c."codeDigits",
      json_build_object(${tenancyColumns}, 'senderDomains', ${senderDomains(now)}) AS "tenancy",
      ${isWanted} AS "isWanted"
    FROM claimed m JOIN "Tenancy" t ON t."id" = m."tenancyId"
    LEFT JOIN "Challenge" c ON c."tenancyId" = m."tenancyId" AND c."id" = m."challengeId"`;
}

/**
 * Claims due emails for one worker, round-robin across tenancies. One round trip; a second one
 * starts again at the first tenancy if the claim reached the last one with room left.
 */
export async function claimDeliveries(service: Service, request: ClaimRequest): Promise<Claim> {
  const { room, inFlight = new Map<string, number>(), after = "" } = request;
  const emails = await claimAfter(service, request);
  if (emails.length < room && after !== "") {
    const withClaimed = new Map(inFlight);
    for (const { tenancy } of emails)
      withClaimed.set(tenancy.id, (withClaimed.get(tenancy.id) ?? 0) + 1);
    const left = room - emails.length;
    emails.push(...(await claimAfter(service, { room: left, inFlight: withClaimed })));
  }
  const lastServed = emails.at(-1)?.tenancy.id ?? "";
  return { emails, after: emails.length < room ? "" : lastServed };
}
