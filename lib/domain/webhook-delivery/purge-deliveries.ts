import type { Service } from "@/lib/domain/context";
import { purgeBatch } from "@/lib/domain/purge-batch";
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
