import type { Service } from "@/lib/domain/base/context";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";

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
