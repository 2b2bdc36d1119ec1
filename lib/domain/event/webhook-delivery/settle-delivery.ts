// What follows an attempt to send an event to a webhook. The delivery is then sent, dead or queued for
// a retry; a later event about the same user may become due; and the webhook counts its failures, and
// is disabled after days of them.

import { randomInt } from "node:crypto";
import type { Service } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lifetimes } from "@/lib/limits";
import type { DeliveryOutcome } from "./attempt-delivery";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";
import { noticeContext, notifyOfGoneWebhook } from "./notify-of-gone-webhook";
import { releaseNext } from "./release-deliveries";

export type WebhookDeliveryResult = "sent" | "retried" | "dead";

const { retryMs, lastRetryMs, orderedMs, failingMs, minAttempts, goneMs } = deliveryLimits;

const busyStatuses = [429, 502, 503, 504];

/**
 * Returns how long a busy receiver asks to wait, in ms. `Retry-After` has seconds, `120`, or a date,
 * `Sat, 28 Nov 2026 12:00:00 GMT` (RFC 9110 §10.2.3).
 */
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

/** When a failed delivery is due again; null after its last attempt. */
interface Retry {
  at: Date | null;
  /** The same while a later event about the user waits for this one. */
  inOrderAt: Date | null;
}

/** Returns the retry after the usual pause, or after the longer one that the receiver asks for. */
function findRetry(
  { attempts, firstAttemptAt }: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
  now: number,
): Retry {
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

/**
 * Stores an attempt, unless another process has claimed the delivery since. The delivery is then
 * - `sent` after a success,
 * - `dead` after the last attempt, or when it has failed for an hour and a later event about the user
 *   waits for it,
 * - else `queued` for its retry.
 */
async function storeAttempt(
  { db, clock }: Service,
  delivery: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
): Promise<WebhookDeliveryResult | undefined> {
  const { tenancyId, webhookId, number, sub, attempts, firstAttemptAt } = delivery;
  const now = new Date(clock.now());
  const isSent = isSuccess(outcome);
  const retry = isSent ? undefined : findRetry(delivery, outcome, +now);
  const isOrderOver = +now - firstAttemptAt.getTime() >= orderedMs && attempts >= minAttempts;
  const [stored] = await db.$queryRaw<{ state: "sent" | "dead" | "queued" }[]>`
    WITH later AS (
      SELECT EXISTS (
        SELECT 1 FROM "WebhookDelivery" l
        WHERE l."tenancyId" = ${tenancyId} AND l."webhookId" = ${webhookId}
          AND l."sub" = ${sub} AND l."number" > ${number} AND l."state" = 'queued') AS "waits"
    ), retry AS (
      SELECT later."waits", CASE WHEN later."waits" THEN ${retry?.inOrderAt ?? null}::timestamptz
        ELSE ${retry?.at ?? null}::timestamptz END AS "at"
      FROM later
    ), judged AS (
      SELECT retry."at", CASE
        WHEN ${isSent} THEN 'sent'
        WHEN retry."at" IS NULL THEN 'dead'
        WHEN retry."waits" AND ${isOrderOver} THEN 'dead'
        ELSE 'queued' END AS "state"
      FROM retry
    )
    UPDATE "WebhookDelivery" d SET "state" = judged."state",
      "dueAt" = COALESCE(judged."at", d."dueAt"),
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

/** Disables the webhook if it has been failing, or its receiver gone, for long, and records that. */
async function disableIf(
  reason: "failing" | "gone",
  service: Service,
  { tenancyId, webhookId }: ClaimedWebhookDelivery,
): Promise<void> {
  const now = new Date(service.clock.now());
  const system = reason === "gone" ? await noticeContext(service) : null;
  const isLong = {
    failing: { failingSince: { lte: new Date(+now - failingMs) } },
    gone: { goneAt: { lte: new Date(+now - goneMs) } },
  }[reason];
  await service.db.$transaction(async (tx) => {
    const { count } = await tx.webhook.updateMany({
      where: { tenancyId, id: webhookId, disabledAt: null, ...isLong },
      data: { disabledAt: now, disabledReason: reason, updatedAt: now },
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

/** Counts an attempt for the webhook: a success resets its failures, and failures may disable it. */
async function countAttempt(
  service: Service,
  delivery: ClaimedWebhookDelivery,
  outcome: DeliveryOutcome,
): Promise<void> {
  const { db, clock } = service;
  const { tenancyId, webhookId } = delivery;
  const now = new Date(clock.now());
  if (isSuccess(outcome)) {
    // An attempt that failed meanwhile is sent again, and then resets the count.
    if (delivery.failures > 0)
      await db.$executeRaw`
        UPDATE "Webhook"
        SET "failures" = 0, "failingSince" = NULL, "lastFailure" = NULL, "goneAt" = NULL
        WHERE "tenancyId" = ${tenancyId} AND "id" = ${webhookId}`;
    return;
  }
  const isGone = "status" in outcome && outcome.status === 410;
  await db.$executeRaw`
    UPDATE "Webhook" h SET "failures" = h."failures" + 1,
      "goneAt" = CASE WHEN ${isGone} THEN COALESCE(h."goneAt", ${now}) END,
      "failingSince" = COALESCE(h."failingSince", ${now}),
      "lastFailure" = ${"status" in outcome ? String(outcome.status) : outcome.failure}
    WHERE h."tenancyId" = ${tenancyId} AND h."id" = ${webhookId}`;
  if (isGone) await disableIf("gone", service, delivery);
  // Not at once: after days without events, the first failure may be a short one.
  if (delivery.attempts > retryMs.length) await disableIf("failing", service, delivery);
}

/**
 * Stores an attempt, releases the next event about the same user if this one ended, and counts the
 * attempt for the webhook.
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
