import { LRUCache } from "lru-cache";
import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/base/context";
import { attemptDelivery } from "@/lib/domain/event/webhook-delivery/attempt-delivery";
import {
  type ClaimedWebhookDelivery,
  claimWebhookDeliveries,
  keysOfWebhookDelivery,
  returnDelivery,
} from "@/lib/domain/event/webhook-delivery/claim-webhook-deliveries";
import { deliveryLimits } from "@/lib/domain/event/webhook-delivery/delivery-limits";
import { sweepDeliveries } from "@/lib/domain/event/webhook-delivery/release-deliveries";
import { settleDelivery } from "@/lib/domain/event/webhook-delivery/settle-delivery";
import {
  createGuardedClient,
  type GuardedClient,
} from "@/lib/platform/guarded-client/guarded-client";
import type { Metrics } from "@/lib/platform/metrics";
import type { Span } from "@/lib/platform/tracing/tracer";
import { inSpan } from "@/lib/platform/tracing/tracing";
import { type ClaimLoop, createClaimLoop } from "./claim-loop";
import { every, runOrLog } from "./every";

interface WebhookService extends Service {
  metrics: Metrics;
}

/** Runs one attempt in a trace of its own. The URL and the event stay out. */
const traceAttempt = async (
  { tenancyId, webhookId, attempts }: ClaimedWebhookDelivery,
  work: (span?: Span) => Promise<void>,
): Promise<void> =>
  inSpan(
    {
      name: "deliver webhook",
      kind: "client",
      parent: null,
      attributes: {
        "keystead.tenancy": tenancyId,
        "keystead.webhook.id": webhookId,
        "keystead.webhook.attempt": attempts,
      },
    },
    work,
  );

const nameOf = (error: unknown) => (error instanceof Error ? error.name : "unknown");

/** Sends events to webhooks. */
export function createWebhookTask(
  getService: () => WebhookService,
  createClient = (): GuardedClient =>
    createGuardedClient({ settings: getConfig().webhooks, clock: getService().clock }),
): ClaimLoop {
  let client: GuardedClient | undefined;
  /** Webhooks whose last attempt was slow. */
  const slow = new LRUCache<string, true>({ max: deliveryLimits.slowWebhooks });

  async function deliver(delivery: ClaimedWebhookDelivery, span?: Span): Promise<void> {
    const service = getService();
    try {
      client ??= createClient();
      const startedAt = service.clock.now();
      const outcome = await attemptDelivery(service, client, delivery);
      if (service.clock.now() - startedAt < deliveryLimits.slowMs) slow.delete(delivery.webhookId);
      else slow.set(delivery.webhookId, true);
      if ("failure" in outcome && outcome.failure === "closed") {
        await returnDelivery(service, delivery);
        return;
      }
      const result = await settleDelivery(service, delivery, outcome);
      if (result === undefined) return;
      service.metrics.countWebhookDelivery(result);
      span?.set({ "keystead.webhook.result": result });
    } catch (error) {
      span?.fail(error);
      // It stays queued, and is claimed again when the lease ends.
      service.log.warn(
        {
          event: "webhook.delivery_interrupted",
          tenancyId: delivery.tenancyId,
          webhookId: delivery.webhookId,
          error: nameOf(error),
        },
        "webhook delivery interrupted; will retry",
      );
    }
  }

  /** Finds deliveries that a process left waiting when it died. */
  function sweep(): Promise<void> {
    const failure = { event: "webhook.sweep_failed", doing: "checking waiting webhook deliveries" };
    return runOrLog(getService().log, failure, async () => {
      if (await sweepDeliveries(getService())) loop.wake();
    });
  }

  let stopSweeping: (() => Promise<void>) | undefined;
  const { concurrent, concurrentPerTenancy, reserved, sweepEveryMs } = deliveryLimits;
  const loop = createClaimLoop<ClaimedWebhookDelivery>({
    concurrent,
    concurrentPerTenancy,
    reserved,
    claim: (request) =>
      claimWebhookDeliveries(getService(), { ...request, slow: [...slow.keys()] }),
    keysOf: keysOfWebhookDelivery,
    deliver: (delivery) => traceAttempt(delivery, (span) => deliver(delivery, span)),
    onClaimFailed: (error) =>
      getService().log.warn(
        { event: "webhook.claim_failed", error: nameOf(error) },
        "claiming webhook deliveries failed; will retry",
      ),
  });
  return {
    ...loop,
    start() {
      loop.start();
      stopSweeping ??= every(sweepEveryMs, sweep, { isAtOnce: true });
    },
    async stop() {
      await stopSweeping?.();
      const stopped = loop.stop();
      await client?.close();
      await stopped;
    },
  };
}
