import type { Service } from "@/lib/domain/base/context";
import { purgeBatch } from "@/lib/domain/base/purge-batch";
import { Prisma } from "@/prisma/generated/client";
import { deliveryLimits } from "./delivery-limits";

/**
 * Deletes deliveries that ended days ago.
 * @returns the number of deleted rows; `limits.purgeBatchRows` if there may be more
 */
export const purgeWebhookDeliveries = ({
  db,
  clock,
}: Pick<Service, "db" | "clock">): Promise<number> =>
  purgeBatch(
    db,
    "WebhookDelivery",
    Prisma.sql`"endedAt" < ${new Date(clock.now() - deliveryLimits.keptMs)}`,
  );

/**
 * Deletes queued deliveries of webhooks that were disabled, and of tenancies that were suspended, days
 * ago: their receivers catch up by the feed.
 * @returns the number of deleted rows; `limits.purgeBatchRows` if there may be more
 */
export function purgeQueuesWhileOff({ db, clock }: Pick<Service, "db" | "clock">): Promise<number> {
  const since = new Date(clock.now() - deliveryLimits.keptWhileOffMs);
  return purgeBatch(
    db,
    "WebhookDelivery",
    Prisma.sql`"state" = 'queued' AND ("tenancyId", "webhookId") IN (
      SELECT h."tenancyId", h."id" FROM "Webhook" h JOIN "Tenancy" t ON t."id" = h."tenancyId"
      WHERE h."disabledAt" < ${since} OR t."suspendedAt" < ${since})`,
  );
}
