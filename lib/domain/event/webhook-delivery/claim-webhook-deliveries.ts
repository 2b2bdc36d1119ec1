import { z } from "zod";
import {
  type Claim,
  claimFairly,
  type ClaimRequest,
  freeOf,
  inFlightOf,
  walkTenancies,
} from "@/lib/domain/base/claim-fairly";
import type { Service } from "@/lib/domain/base/context";
import { eventColumns, eventJoins, EventRow } from "@/lib/domain/event/feed/feed-event";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { deliveryLimits } from "./delivery-limits";

const Claimed = EventRow.extend({
  tenancyId: z.string(),
  webhookId: z.string(),
  url: z.string(),
  secret: z.string(),
  previousSecret: z.string().nullable(),
  previousSecretUntil: z.date().nullable(),
  /** Of the webhook, since its last success. */
  failures: z.int(),
  /** Including this one. */
  attempts: z.int(),
  firstAttemptAt: z.date(),
});

/** An event that only this process may send to a webhook until the lease ends. */
export type ClaimedWebhookDelivery = z.infer<typeof Claimed>;

/** Both count separately: a webhook has fewer requests at once than its tenancy. */
export const keysOfWebhookDelivery = ({ tenancyId, webhookId }: ClaimedWebhookDelivery) =>
  [tenancyId, webhookId] as const;

const { concurrentPerTenancy, concurrentPerWebhook, failuresUntilProbed } = deliveryLimits;

interface WebhookClaimRequest extends ClaimRequest {
  /** The ids of webhooks whose receivers are slow. */
  slow?: readonly string[];
}

/** One request at a time after several failures or a slow one, until one succeeds or is quick. */
const mostOfWebhook = ({ slow = [] }: WebhookClaimRequest) => Prisma.sql`
  CASE WHEN h."failures" >= ${failuresUntilProbed} OR h."id" = ANY(${slow}::text[]) THEN 1
    ELSE ${concurrentPerWebhook}::int END`;

/**
 * Claims due deliveries of the tenancies after `after`, and starts their lease. Skips rows that
 * another process has locked. Reads few rows of a webhook's backlog. The webhook with the fewest
 * requests in flight comes first, so that the backlog of one delays no other of its tenancy.
 */
const claimAfter = ({ db, clock }: Service, request: WebhookClaimRequest) => {
  const now = new Date(clock.now());
  // Of a delivery that waited while nothing was sent, such as of a disabled webhook.
  const isStale = Prisma.sql`d."firstAttemptAt" < ${new Date(+now - deliveryLimits.staleMs)}`;
  const mostOfTenancy = request.onlyIdle === true ? 1 : concurrentPerTenancy;
  const leaseEnd = new Date(now.getTime() + lifetimes.deliveryLeaseMs);
  return db.query(Claimed)`
    WITH RECURSIVE ${walkTenancies("WebhookDelivery", request)}, due AS (
      SELECT ofTenancy.* FROM busy, walk w CROSS JOIN LATERAL (
        SELECT ofWebhook."tenancyId", ofWebhook."webhookId", ofWebhook."number"
        FROM "Webhook" h JOIN "Tenancy" t ON t."id" = h."tenancyId"
        CROSS JOIN LATERAL (
          SELECT oldest.*, row_number() OVER (ORDER BY oldest."dueAt") AS "place" FROM (
            SELECT d."tenancyId", d."webhookId", d."number", d."dueAt" FROM "WebhookDelivery" d
            WHERE d."tenancyId" = h."tenancyId" AND d."webhookId" = h."id"
              AND d."state" = 'queued' AND d."dueAt" <= ${now}
            ORDER BY d."dueAt" LIMIT ${freeOf(Prisma.sql`h."id"`, mostOfWebhook(request))}
            FOR UPDATE SKIP LOCKED
          ) oldest
        ) ofWebhook
        WHERE h."tenancyId" = w."tenancyId" AND h."disabledAt" IS NULL AND t."suspendedAt" IS NULL
        ORDER BY ${inFlightOf(Prisma.sql`h."id"`)} + ofWebhook."place", ofWebhook."dueAt"
        LIMIT ${freeOf(Prisma.sql`w."tenancyId"`, Prisma.sql`${mostOfTenancy}::int`)}
      ) ofTenancy LIMIT ${request.room}
    ), claimed AS (
      UPDATE "WebhookDelivery" d SET "dueAt" = ${leaseEnd}, 
        "attempts" = CASE WHEN ${isStale} THEN 1 ELSE d."attempts" + 1 END,
        "firstAttemptAt" = CASE WHEN ${isStale} THEN ${now}::timestamptz
          ELSE COALESCE(d."firstAttemptAt", ${now}) END
      FROM due WHERE d."tenancyId" = due."tenancyId" AND d."webhookId" = due."webhookId"
        AND d."number" = due."number"
      RETURNING d.*
    )
    SELECT d."tenancyId", d."webhookId", d."attempts", d."firstAttemptAt", h."url", h."secret",
      h."previousSecret", h."previousSecretUntil", h."failures", ${eventColumns}
    FROM claimed d
    JOIN "Webhook" h ON h."tenancyId" = d."tenancyId" AND h."id" = d."webhookId"
    JOIN "FeedEvent" f ON f."tenancyId" = d."tenancyId" AND f."number" = d."number" ${eventJoins}`;
};

/** Claims due deliveries for one process, round-robin across tenancies. */
export const claimWebhookDeliveries = (
  service: Service,
  { slow = [], ...request }: WebhookClaimRequest,
): Promise<Claim<ClaimedWebhookDelivery>> =>
  claimFairly((each) => claimAfter(service, { ...each, slow }), keysOfWebhookDelivery, request);

/**
 * Ends the lease of a delivery whose attempt was cut off because the process stops. Another process
 * repeats it at once, and the attempt doesn't count.
 */
export async function returnDelivery(
  { db, clock }: Pick<Service, "db" | "clock">,
  { tenancyId, webhookId, number, attempts }: ClaimedWebhookDelivery,
): Promise<void> {
  await db.webhookDelivery.updateMany({
    where: { tenancyId, webhookId, number, attempts, state: "queued" },
    data: { dueAt: new Date(clock.now()), attempts: attempts - 1 },
  });
}
