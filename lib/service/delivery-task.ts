import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { claimDeliveries, type ClaimedDelivery } from "@/lib/domain/email/claim-deliveries";
import { deliverEmail } from "@/lib/domain/email/deliver-email";
import { lifetimes, limits } from "@/lib/limits";
import { createMailer } from "@/lib/platform/mailers/create-mailer";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import type { Metrics } from "@/lib/platform/metrics";
import type { Span } from "@/lib/platform/tracing/tracer";
import { inSpan, runIn } from "@/lib/platform/tracing/tracing";
import type { ActivityTask } from "./activity-task";

/** The parts of the service that deliveries use. */
interface DeliveryService extends Service {
  metrics: Metrics;
  activity: ActivityTask;
}

/** Delivers queued emails. Any number of processes share the outbox. */
export interface DeliveryTask {
  /**
   * Claims due emails now. Does nothing if the tenancy has reached its limit of concurrent
   * deliveries: each of them claims again when it ends.
   */
  wake(tenancyId?: string): void;
  /** Also claims once a second, for retries and for emails of crashed processes. */
  start(): void;
  /** Claims no more, and resolves when the deliveries in flight have ended. */
  stop(): Promise<void>;
}

function providerKind(): string {
  const { email, mode } = getConfig();
  return email?.kind ?? (mode === "local" ? "inbox" : "none");
}

/** Runs one attempt in a trace of its own. The recipient and the content stay out. */
const traceDelivery = async (
  { id, tenancy, attempts }: ClaimedDelivery,
  work: (span?: Span) => Promise<void>,
): Promise<void> =>
  inSpan(
    {
      name: "deliver email",
      kind: "client",
      parent: null,
      attributes: {
        "keystead.tenancy": tenancy.id,
        "keystead.email.id": id,
        "keystead.email.provider": providerKind(),
        "keystead.email.attempt": attempts,
      },
    },
    work,
  );

export function createDeliveryTask(getService: () => DeliveryService): DeliveryTask {
  let mailer: Mailer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let claiming: Promise<void> | undefined;
  let isWoken = false;
  const running = new Set<Promise<void>>();
  const inFlight = new Map<string, number>();
  let after = "";

  function count(tenancyId: string, change: 1 | -1): void {
    const left = (inFlight.get(tenancyId) ?? 0) + change;
    if (left === 0) inFlight.delete(tenancyId);
    else inFlight.set(tenancyId, left);
  }

  async function deliver(
    service: DeliveryService,
    email: ClaimedDelivery,
    span: Span | undefined,
  ): Promise<void> {
    try {
      mailer ??= createMailer(getConfig(), service);
      const delivery = await deliverEmail(service, mailer, email);
      service.metrics.countDelivery(delivery);
      span?.set({ "keystead.email.result": delivery });
      service.activity.note(email.tenancy.id, `mail.${delivery}`);
      if (delivery === "dead")
        service.log.warn(
          { event: "email.delivery_failed", tenancyId: email.tenancy.id, mailId: email.id },
          "email delivery failed",
        );
    } catch (error) {
      span?.fail(error);
      // The email stays queued, and is claimed again when the lease ends.
      service.log.warn(
        {
          event: "email.delivery_interrupted",
          mailId: email.id,
          error: error instanceof Error ? error.name : "unknown",
        },
        "email delivery interrupted; will retry",
      );
    }
  }

  function begin(service: DeliveryService, email: ClaimedDelivery): void {
    count(email.tenancy.id, 1);
    const delivery = traceDelivery(email, (span) => deliver(service, email, span)).finally(() => {
      running.delete(delivery);
      count(email.tenancy.id, -1);
      wake();
    });
    running.add(delivery);
  }

  async function claim(): Promise<void> {
    const service = getService();
    do {
      isWoken = false;
      const room = limits.concurrentDeliveries - running.size;
      if (room === 0) continue;
      const claimed = await claimDeliveries(service, { room, inFlight, after });
      ({ after } = claimed);
      for (const email of claimed.emails) begin(service, email);
    } while (isWoken && !isStopped);
  }

  function wake(tenancyId?: string): void {
    if (
      tenancyId !== undefined &&
      (inFlight.get(tenancyId) ?? 0) >= limits.concurrentDeliveriesPerTenancy
    )
      return;
    isWoken = true;
    if (claiming !== undefined || isStopped) return;
    // Not in the trace of the request that woke it, because it also claims emails of others.
    claiming = runIn(undefined, claim)
      .catch((error: unknown) =>
        getService().log.warn(
          {
            event: "email.claim_failed",
            error: error instanceof Error ? error.name : "unknown",
          },
          "claiming emails failed; will retry",
        ),
      )
      .finally(() => {
        claiming = undefined;
        // `wake` may have been called after the last check.
        if (isWoken) wake();
      });
  }

  return {
    wake,
    start() {
      timer ??= setInterval(() => wake(), lifetimes.deliveryPollMs);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      // Emails that it claims must still be delivered.
      await claiming;
      while (running.size > 0) await Promise.all(running);
      mailer?.close();
    },
  };
}
