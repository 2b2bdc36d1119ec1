import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
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

/** Counting deliveries stops here. */
export const deliveriesCounted = 10_000;

/** A delivery that has been due for this long finds its webhook too slow. */
const lateAfterMs = 60_000;

const Health = z.object({
  /** Of the last day; at most `deliveriesCounted`. */
  sent: z.int(),
  dead: z.int(),
  /** How long half of the answers took at most, in ms. Null without any. */
  medianMs: z.number().nullable(),
  /** Queued events; at most `deliveriesCounted`. */
  backlog: z.int(),
  oldestQueuedAt: z.date().nullable(),
  isLate: z.boolean(),
  /** Failed attempts since the last success. */
  failures: z.int(),
  failingSince: z.date().nullable(),
});

/** How a webhook has done during the last day. */
export type WebhookHealth = z.infer<typeof Health>;

/** Reads how a webhook has done during the last day, from a bounded number of its newest deliveries. */
export async function readWebhookHealth(
  { db, clock, tenancy }: TenancyContext,
  webhookId: string,
): Promise<WebhookHealth | undefined> {
  const now = clock.now();
  const since = new Date(now - lifetimes.dayMs);
  const newest = (state: Prisma.Sql) => Prisma.sql`
    SELECT d."ms" FROM (
      SELECT d."ms", d."endedAt" FROM "WebhookDelivery" d
      WHERE d."tenancyId" = h."tenancyId" AND d."webhookId" = h."id" AND d."state" = ${state}
      ORDER BY d."number" DESC LIMIT ${deliveriesCounted}
    ) d WHERE d."endedAt" >= ${since}`;
  const queued = Prisma.sql`"WebhookDelivery" q
    WHERE q."tenancyId" = h."tenancyId" AND q."webhookId" = h."id" AND q."state" = 'queued'`;
  const [health] = await db.query(Health)`
    SELECT s."sent", x."dead", s."medianMs", b."backlog",
      (SELECT q."createdAt" FROM ${queued} ORDER BY q."number" LIMIT 1) AS "oldestQueuedAt",
      EXISTS (SELECT 1 FROM ${queued} AND q."dueAt" <= ${new Date(now - lateAfterMs)}) AS "isLate",
      h."failures", h."failingSince"
    FROM "Webhook" h
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "sent", percentile_cont(0.5) WITHIN GROUP (ORDER BY n."ms") AS "medianMs"
      FROM (${newest(Prisma.sql`'sent'`)}) n
    ) s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "dead" FROM (${newest(Prisma.sql`'dead'`)}) n
    ) x
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "backlog"
      FROM (SELECT 1 FROM ${queued} LIMIT ${deliveriesCounted}) n
    ) b
    WHERE h."tenancyId" = ${tenancy.id} AND h."id" = ${webhookId}`;
  return health;
}
