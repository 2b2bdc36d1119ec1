import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Service } from "@/lib/domain/context";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { DeliveryOutcome } from "./attempt-delivery";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";
import { releaseNext } from "./release-deliveries";

export type WebhookDeliveryResult = "sent" | "retried" | "dead";

const { retryMs, lastRetryMs, orderedMs, failingMs } = deliveryLimits;

/** Returns when the next attempt is due; undefined after the last one. */
function nextAttemptAt(attempts: number, firstAttemptAt: Date, now: number): Date | undefined {
  const next = now + (retryMs[attempts - 1] ?? lifetimes.hourMs);
  return next > firstAttemptAt.getTime() + lastRetryMs ? undefined : new Date(next);
}

const isSuccess = (outcome: DeliveryOutcome) =>
  "status" in outcome && outcome.status >= 200 && outcome.status < 300;

/** Stores an attempt, unless another process has claimed the delivery since. */
async function storeAttempt(
  { db, clock }: Service,
  delivery: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
): Promise<WebhookDeliveryResult | undefined> {
  const { tenancyId, webhookId, number, sub, attempts, firstAttemptAt } = delivery;
  const now = new Date(clock.now());
  const nextAt = isSuccess(outcome)
    ? null
    : (nextAttemptAt(attempts, firstAttemptAt, +now) ?? null);
  const isOrderOver = +now - firstAttemptAt.getTime() >= orderedMs;
  // After an hour of failures, a later event about the user no longer waits for this one.
  const isOvertaken = Prisma.sql`(${isOrderOver} AND EXISTS (
    SELECT 1 FROM "WebhookDelivery" later
    WHERE later."tenancyId" = ${tenancyId} AND later."webhookId" = ${webhookId}
      AND later."sub" = ${sub} AND later."number" > ${number} AND later."state" = 'queued'))`;
  const state = isSuccess(outcome)
    ? Prisma.sql`'sent'`
    : Prisma.sql`CASE WHEN ${nextAt}::timestamptz IS NULL OR ${isOvertaken} THEN 'dead' ELSE 'queued' END`;
  const [stored] = await db.$queryRaw<{ state: "sent" | "dead" | "queued" }[]>`
    WITH judged AS (SELECT ${state} AS "state")
    UPDATE "WebhookDelivery" d SET "state" = judged."state",
      "dueAt" = COALESCE(${nextAt}::timestamptz, d."dueAt"),
      "endedAt" = CASE WHEN judged."state" = 'queued' THEN NULL ELSE ${now}::timestamptz END,
      "status" = ${"status" in outcome ? outcome.status : null}::int,
      "failure" = ${"failure" in outcome ? outcome.failure : null},
      "excerpt" = ${"excerpt" in outcome ? outcome.excerpt : null},
      "ms" = ${Math.round(outcome.ms)}::int
    FROM judged
    WHERE d."tenancyId" = ${tenancyId} AND d."webhookId" = ${webhookId} AND d."number" = ${number}
      AND d."state" = 'queued' AND d."attempts" = ${attempts}
    RETURNING d."state"`;
  return stored?.state === "queued" ? "retried" : stored?.state;
}

/** Disables a webhook that has failed for days, and records that. */
async function disableIfFailing(
  service: Service,
  { tenancyId, webhookId }: ClaimedWebhookDelivery,
): Promise<void> {
  const now = service.clock.now();
  const disable = {
    disabledAt: new Date(now),
    disabledReason: "failing",
    updatedAt: new Date(now),
  };
  await service.db.$transaction(async (tx) => {
    const { count } = await tx.webhook.updateMany({
      where: {
        tenancyId,
        id: webhookId,
        disabledAt: null,
        failingSince: { lte: new Date(now - failingMs) },
      },
      data: disable,
    });
    if (count > 0)
      await recordAudit({ ...service, tenancy: { id: tenancyId }, actor: { kind: "system" } }, tx, {
        action: "webhook.disabled",
        target: { kind: "webhook", id: webhookId },
        detail: "failing",
      });
  });
}

/** Counts an attempt for the webhook. */
async function countAttempt(
  service: Service,
  delivery: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { db, clock } = service;
  const { tenancyId, webhookId } = delivery;
  const ofWebhook = Prisma.sql`h."tenancyId" = ${tenancyId} AND h."id" = ${webhookId}`;
  if (isSuccess(outcome)) {
    // An attempt that failed meanwhile is sent again, and then resets the count.
    if (delivery.failures > 0)
      await db.$executeRaw`
        UPDATE "Webhook" h SET "failures" = 0, "failingSince" = NULL, "lastFailure" = NULL
        WHERE ${ofWebhook}`;
    return;
  }
  await db.$executeRaw`
    UPDATE "Webhook" h SET "failures" = h."failures" + 1,
      "failingSince" = COALESCE(h."failingSince", ${new Date(clock.now())}),
      "lastFailure" = ${"status" in outcome ? String(outcome.status) : outcome.failure}
    WHERE ${ofWebhook}`;
  // Not at once: after days without events, the first failure may be a short one.
  if (delivery.attempts > retryMs.length) await disableIfFailing(service, delivery);
}

/**
 * Stores the result of an attempt: sent with a 2xx, dead after the last retry, else queued for the
 * next. Then the next event about the same user may be sent.
 * @returns undefined if another process has claimed the delivery since
 */
export async function settleDelivery(
  service: Service,
  delivery: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
): Promise<WebhookDeliveryResult | undefined> {
  const result = await storeAttempt(service, delivery, outcome);
  if (delivery.sub !== null && (result === "sent" || result === "dead"))
    await releaseNext(service, delivery);
  await countAttempt(service, delivery, outcome);
  return result;
}
