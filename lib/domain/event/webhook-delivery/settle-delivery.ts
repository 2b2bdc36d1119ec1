import { randomInt } from "node:crypto";
import type { Service } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { DeliveryOutcome } from "./attempt-delivery";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";
import { noticeContext, notifyOfGoneWebhook } from "./notify-of-gone-webhook";
import { releaseNext } from "./release-deliveries";

export type WebhookDeliveryResult = "sent" | "retried" | "dead";

const { retryMs, lastRetryMs, orderedMs, failingMs, minAttempts, goneMs } = deliveryLimits;

const busyStatuses = [429, 502, 503, 504];

/** Returns how long a busy receiver asks to wait (RFC 9110 §10.2.3), in ms. */
function askedPause(outcome: DeliveryOutcome, now: number): number {
  if (!("status" in outcome) || !busyStatuses.includes(outcome.status)) return 0;
  const { retryAfter = "" } = outcome;
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter) - now;
  return ms > 0 ? ms : 0;
}

/** Adds a random part, so that a receiver that comes back doesn't get all of them at once. */
const withJitter = (pauseMs: number): number =>
  pauseMs + randomInt(Math.floor(pauseMs * deliveryLimits.jitter) + 1);

interface NextAttempt {
  /** Null after the last one. */
  at: Date | null;
  /** The same while a later event about the user waits. */
  inOrderAt: Date | null;
}

/** Returns when the next attempt is due: after the usual pause, or after the one that the receiver asks for. */
function nextAttempt(
  { attempts, firstAttemptAt }: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
  now: number,
): NextAttempt {
  const usual = withJitter(retryMs[attempts - 1] ?? lifetimes.hourMs);
  const asked = withJitter(askedPause(outcome, now));
  const lastAt = firstAttemptAt.getTime() + lastRetryMs;
  const atMost = (maxMs: number) => {
    const next = now + Math.max(usual, Math.min(asked, maxMs));
    return next > lastAt && attempts >= minAttempts ? null : new Date(next);
  };
  return {
    at: atMost(deliveryLimits.retryAfterMs),
    inOrderAt: atMost(deliveryLimits.retryAfterInOrderMs),
  };
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
  const next = isSuccess(outcome) ? undefined : nextAttempt(delivery, outcome, +now);
  const isWaitedFor = Prisma.sql`EXISTS (
    SELECT 1 FROM "WebhookDelivery" later
    WHERE later."tenancyId" = ${tenancyId} AND later."webhookId" = ${webhookId}
      AND later."sub" = ${sub} AND later."number" > ${number} AND later."state" = 'queued')`;
  const nextAt = Prisma.sql`CASE WHEN ${isWaitedFor} THEN ${next?.inOrderAt ?? null}::timestamptz
    ELSE ${next?.at ?? null}::timestamptz END`;
  // After an hour of failures, a later event about the user no longer waits for this one.
  const isOrderOver = +now - firstAttemptAt.getTime() >= orderedMs && attempts >= minAttempts;
  const state = isSuccess(outcome)
    ? Prisma.sql`'sent'`
    : Prisma.sql`CASE WHEN ${nextAt} IS NULL OR (${isOrderOver} AND ${isWaitedFor}) THEN 'dead' ELSE 'queued' END`;
  const [stored] = await db.$queryRaw<{ state: "sent" | "dead" | "queued" }[]>`
    WITH judged AS (SELECT ${state} AS "state", ${nextAt} AS "nextAt")
    UPDATE "WebhookDelivery" d SET "state" = judged."state",
      "dueAt" = COALESCE(judged."nextAt", d."dueAt"),
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

/** Disables a webhook that has failed for days, or whose receiver is gone, and records that. */
async function disableIf(
  service: Service,
  { tenancyId, webhookId }: ClaimedWebhookDelivery,
  reason: "failing" | "gone",
): Promise<void> {
  const now = service.clock.now();
  const system = reason === "gone" ? await noticeContext(service) : null;
  const since =
    reason === "gone"
      ? { goneAt: { lte: new Date(now - goneMs) } }
      : { failingSince: { lte: new Date(now - failingMs) } };
  await service.db.$transaction(async (tx) => {
    const { count } = await tx.webhook.updateMany({
      where: { tenancyId, id: webhookId, disabledAt: null, ...since },
      data: {
        disabledAt: new Date(now),
        disabledReason: reason,
        updatedAt: new Date(now),
      },
    });
    if (count === 0) return;
    await recordAudit({ ...service, tenancy: { id: tenancyId }, actor: { kind: "system" } }, tx, {
      action: "webhook.disabled",
      target: { kind: "webhook", id: webhookId },
      detail: reason,
    });
    if (system !== null) await notifyOfGoneWebhook(system, tx, { tenancyId, webhookId });
  });
  if (system !== null) service.deliveries.wake(system.tenancy.id);
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
        UPDATE "Webhook" h SET "failures" = 0, "failingSince" = NULL, "lastFailure" = NULL,
          "goneAt" = NULL
        WHERE ${ofWebhook}`;
    return;
  }
  const isGone = "status" in outcome && outcome.status === 410;
  await db.$executeRaw`
    UPDATE "Webhook" h SET "failures" = h."failures" + 1,
      "goneAt" = CASE WHEN ${isGone} THEN COALESCE(h."goneAt", ${new Date(clock.now())}) END,
      "failingSince" = COALESCE(h."failingSince", ${new Date(clock.now())}),
      "lastFailure" = ${"status" in outcome ? String(outcome.status) : outcome.failure}
    WHERE ${ofWebhook}`;
  if (isGone) await disableIf(service, delivery, "gone");
  // Not at once: after days without events, the first failure may be a short one.
  if (delivery.attempts > retryMs.length) await disableIf(service, delivery, "failing");
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
