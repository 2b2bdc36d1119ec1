// Claims queued emails for delivery. Any number of workers share the outbox. A claim is a lease: it
// moves `dueAt` by `deliveryLeaseMs`, so another worker claims the email again after a crash.
//
// Fairness: a worker visits tenancies round-robin in the order of their ids, and delivers at most
// `concurrentDeliveriesPerTenancy` emails of each at the same time.

import { z } from "zod";
import {
  type Claim,
  claimFairly,
  type ClaimRequest,
  freeOf,
  walkTenancies,
} from "@/lib/domain/base/claim-fairly";
import type { Service } from "@/lib/domain/base/context";
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
  /** Whether the mailbox of its challenge bounced, so that no email is sent to it. */
  isBlocked: z.boolean(),
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

const isBlocked = (now: Date) => Prisma.sql`EXISTS (
  SELECT FROM "MailboxProblem" p
  WHERE p."tenancyId" = c."tenancyId" AND p."email" = c."emailNormalized" AND p."blockedUntil" > ${now})`;

const isWanted = Prisma.sql`
  t."suspendedAt" IS NULL
  AND (m."challengeId" IS NULL
    OR (c."verifiedAt" IS NULL AND c."deletedAt" IS NULL AND c."id" IS NOT NULL))`;

/**
 * Claims due emails of the tenancies after `after`, the longest due first. Skips rows that another
 * worker has locked. The statement's CTEs, besides those of `walkTenancies`:
 * - `due`: the emails to claim; reads no more of a tenancy's backlog than it claims
 * - `claimed`: starts their lease
 */
async function claimAfter(
  { db, clock }: Service,
  request: ClaimRequest,
): Promise<ClaimedDelivery[]> {
  const now = new Date(clock.now());
  const leaseEnd = new Date(now.getTime() + lifetimes.deliveryLeaseMs);
  const perTenancy = freeOf(
    Prisma.sql`w."tenancyId"`,
    Prisma.sql`${limits.concurrentDeliveriesPerTenancy}::int`,
  );
  return db.query(ClaimedDelivery)`
    WITH RECURSIVE ${walkTenancies("OutboxMail", request)}, due AS (
      SELECT d."tenancyId", d."id" FROM busy, walk w CROSS JOIN LATERAL (
        SELECT m."tenancyId", m."id" FROM "OutboxMail" m
        WHERE m."tenancyId" = w."tenancyId" AND m."state" = 'queued' AND m."dueAt" <= ${now}
        ORDER BY m."dueAt" LIMIT ${perTenancy} FOR UPDATE SKIP LOCKED
      ) d LIMIT ${request.room}
    ), claimed AS (
      UPDATE "OutboxMail" m SET "dueAt" = ${leaseEnd}, "attempts" = m."attempts" + 1
      FROM due WHERE m."tenancyId" = due."tenancyId" AND m."id" = due."id"
      RETURNING m.*
    )
    SELECT m."id", m."sealed", m."attempts", m."expiresAt", m."lastError", m."challengeId", c."codeDigits",
      json_build_object(${tenancyColumns}, 'senderDomains', ${senderDomains(now)}) AS "tenancy",
      ${isBlocked(now)} AS "isBlocked", ${isWanted} AS "isWanted"
    FROM claimed m JOIN "Tenancy" t ON t."id" = m."tenancyId"
    LEFT JOIN "Challenge" c ON c."tenancyId" = m."tenancyId" AND c."id" = m."challengeId"`;
}

/** The ids under which a delivery counts as in flight. */
export const keysOfDelivery = ({ tenancy }: ClaimedDelivery) => [tenancy.id] as const;

/** Claims due emails for one worker, round-robin across tenancies. */
export const claimDeliveries = (
  service: Service,
  { room, inFlight = new Map(), after = "" }: Partial<ClaimRequest> & Pick<ClaimRequest, "room">,
): Promise<Claim<ClaimedDelivery>> =>
  claimFairly((request) => claimAfter(service, request), keysOfDelivery, { room, inFlight, after });
