import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";

const Released = z.object({ number: z.coerce.number() });

/** Makes the deliveries due that wait for no earlier event about their user, of those in `which`. */
async function release(
  { db, clock }: Pick<Service, "db" | "clock">,
  which: Prisma.Sql,
): Promise<boolean> {
  const released = await db.query(Released)`
    UPDATE "WebhookDelivery" d SET "dueAt" = ${new Date(clock.now())}
    WHERE d."state" = 'queued' AND d."dueAt" = 'infinity' AND ${which} AND NOT EXISTS (
      SELECT 1 FROM "WebhookDelivery" earlier
      WHERE earlier."tenancyId" = d."tenancyId" AND earlier."webhookId" = d."webhookId"
        AND earlier."sub" = d."sub" AND earlier."number" < d."number"
        AND earlier."state" = 'queued')
    RETURNING d."number"`;
  return released.length > 0;
}

/**
 * Releases new deliveries that wait for no earlier event about their user. Call it after the
 * transaction that inserts deliveries: together with `releaseNext` it misses none, because the one of
 * the two transactions that commits last sees the rows of the other.
 * @param since when they were created at the earliest
 * @returns whether there were any
 */
export const releaseDeliveries = (
  service: Pick<Service, "db" | "clock">,
  since: Date,
): Promise<boolean> => release(service, Prisma.sql`d."createdAt" >= ${since}`);

const Page = z.object({ until: z.date().nullable() });

/**
 * Releases all deliveries that wait for no earlier event about their user, also those that a process
 * left waiting when it died. A page of waiting ones at a time, oldest first.
 * @returns whether there were any
 */
export async function sweepDeliveries(
  { db, clock }: Pick<Service, "db" | "clock">,
  rowsAtOnce = deliveryLimits.sweptRows,
): Promise<boolean> {
  let isReleased = false;
  let after = new Date(0);
  for (;;) {
    const [page] = await db.query(Page)`
      SELECT max(waiting."createdAt") AS "until" FROM (
        SELECT d."createdAt" FROM "WebhookDelivery" d
        WHERE d."state" = 'queued' AND d."dueAt" = 'infinity' AND d."createdAt" > ${after}
        ORDER BY d."createdAt" LIMIT ${rowsAtOnce}
      ) waiting`;
    const until = page?.until ?? null;
    if (until === null) return isReleased;
    const ofPage = Prisma.sql`d."createdAt" > ${after} AND d."createdAt" <= ${until}`;
    isReleased = (await release({ db, clock }, ofPage)) || isReleased;
    after = until;
  }
}

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
