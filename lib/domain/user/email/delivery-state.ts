import { Prisma } from "@/prisma/generated/client";

/**
 * The email of a challenge is in exactly one of these states:
 * - `queued`: not tried yet, or being sent for the first time
 * - `retrying`: an attempt failed, and the next one is due
 * - `accepted`: the provider accepted it
 * - `bounced`: the provider accepted it, and the mailbox's server refused it
 * - `complained`: its reader reported it as spam
 * - `blocked`: not sent, because its mailbox had bounced
 * - `refused`: the provider refused it permanently
 * - `expired`: not delivered in time
 * - `unwanted`: the challenge was verified or deleted, or the tenancy suspended, before it was sent
 * - `none`: no email was requested
 */
export const deliveryStates = [
  "queued",
  "retrying",
  "accepted",
  "bounced",
  "complained",
  "blocked",
  "refused",
  "expired",
  "unwanted",
  "none",
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export const isDelivering = (state: DeliveryState) => state === "queued" || state === "retrying";

/**
 * The state of email `m` of challenge `c`. `endedBy` is null in rows that an earlier release wrote:
 * their state follows from the challenge and the number of attempts.
 */
export const deliveryStateOf = Prisma.sql`
  CASE WHEN m."id" IS NULL THEN 'none'
    WHEN m."feedback" IS NOT NULL THEN m."feedback"
    WHEN m."state" = 'sent' THEN 'accepted'
    WHEN m."state" = 'queued' AND (m."attempts" > 1 OR m."lastError" IS NOT NULL) THEN 'retrying'
    WHEN m."state" = 'queued' THEN 'queued'
    WHEN m."endedBy" IS NOT NULL THEN m."endedBy"
    WHEN c."verifiedAt" IS NOT NULL OR c."deletedAt" IS NOT NULL THEN 'unwanted'
    WHEN m."attempts" > 1 THEN 'expired'
    ELSE 'refused' END`;
