import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";

/** Makes the deliveries due that wait for no earlier event about their user, of those in `which`. */
async function release(
  { db, clock }: Pick<Service, "db" | "clock">,
  which: Prisma.Sql,
): Promise<boolean> {
  const released = await db.$executeRaw`
    UPDATE "WebhookDelivery" d SET "dueAt" = ${new Date(clock.now())}
    WHERE d."state" = 'queued' AND d."dueAt" = 'infinity' AND ${which} AND NOT EXISTS (
      SELECT 1 FROM "WebhookDelivery" earlier
      WHERE earlier."tenancyId" = d."tenancyId" AND earlier."webhookId" = d."webhookId"
        AND earlier."sub" = d."sub" AND earlier."number" < d."number"
        AND earlier."state" = 'queued')`;
  return released > 0;
}

/**
 * Releases deliveries that wait for no earlier event about their user. Call it after the transaction
 * that inserts deliveries: together with `releaseNext` it misses none, because the one of the two
 * transactions that commits last sees the rows of the other.
 * @param since when they were created at the earliest; all without it
 * @returns whether there were any
 */
export const releaseDeliveries = (
  service: Pick<Service, "db" | "clock">,
  since?: Date,
): Promise<boolean> =>
  release(service, since === undefined ? Prisma.sql`true` : Prisma.sql`d."createdAt" >= ${since}`);

/** Releases the next delivery about the same user. Call it after the transaction that ends one. */
export const releaseNext = (
  service: Pick<Service, "db" | "clock">,
  { tenancyId, webhookId, sub }: Pick<ClaimedWebhookDelivery, "tenancyId" | "webhookId" | "sub">,
): Promise<boolean> =>
  release(
    service,
    Prisma.sql`d."tenancyId" = ${tenancyId} AND d."webhookId" = ${webhookId} AND d."number" = (
      SELECT next."number" FROM "WebhookDelivery" next
      WHERE next."tenancyId" = ${tenancyId} AND next."webhookId" = ${webhookId}
        AND next."sub" = ${sub} AND next."state" = 'queued'
      ORDER BY next."number" LIMIT 1)`,
  );
