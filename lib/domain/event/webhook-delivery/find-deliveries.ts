import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

export const deliveryStates = ["queued", "sent", "dead"] as const;
type DeliveryState = (typeof deliveryStates)[number];

const Row = z.object({
  number: z.coerce.number(),
  type: z.string(),
  eventId: z.string(),
  sub: z.string().nullable(),
  state: z.enum(deliveryStates),
  /** Null while an earlier event about the user waits. */
  dueAt: z.date().nullable(),
  attempts: z.int(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
  /** HTTP status of the last answer. */
  status: z.int().nullable(),
  /** Why there was no answer. */
  failure: z.string().nullable(),
  ms: z.int().nullable(),
  /** The first bytes of the last answer, as the receiver wrote them. */
  excerpt: z.string().nullable(),
});

/** The delivery of one event to a webhook. */
export type Delivery = z.infer<typeof Row>;

interface DeliveryFilter {
  webhookId: string;
  state?: DeliveryState | undefined;
  /** Only events with a smaller number. */
  before?: number | undefined;
}

/** Finds deliveries to a webhook, newest event first, and the `before` of the next page. */
export async function findDeliveries(
  { db, tenancy }: TenancyContext,
  { webhookId, state, before }: DeliveryFilter,
  rows: number,
): Promise<{ deliveries: Delivery[]; next: number | null }> {
  const ofState = state === undefined ? Prisma.empty : Prisma.sql`AND d."state" = ${state}`;
  const isBefore = before === undefined ? Prisma.empty : Prisma.sql`AND d."number" < ${before}`;
  // Raw, because Prisma doesn't join rows without a declared relation.
  const found = await db.query(Row)`
    SELECT d."number", f."type", f."eventId", d."sub", d."state", NULLIF(d."dueAt", 'infinity') AS "dueAt",
      d."attempts", d."createdAt", d."endedAt", d."status", d."failure", d."ms", d."excerpt"
    FROM "WebhookDelivery" d
    JOIN "FeedEvent" f ON f."tenancyId" = d."tenancyId" AND f."number" = d."number"
    WHERE d."tenancyId" = ${tenancy.id} AND d."webhookId" = ${webhookId} ${ofState} ${isBefore}
    ORDER BY d."number" DESC LIMIT ${rows + 1}`;
  const deliveries = found.slice(0, rows);
  return { deliveries, next: found.length > rows ? (deliveries.at(-1)?.number ?? null) : null };
}
