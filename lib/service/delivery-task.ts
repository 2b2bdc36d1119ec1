import { getConfig } from "@/lib/config";
import type { Service } from "@/lib/domain/base/context";
import {
  claimDeliveries,
  type ClaimedDelivery,
  keysOfDelivery,
} from "@/lib/domain/user/email/claim-deliveries";
import { deliverEmail } from "@/lib/domain/user/email/deliver-email";
import { limits } from "@/lib/limits";
import { createMailer } from "@/lib/platform/mailers/create-mailer";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import type { Metrics } from "@/lib/platform/metrics";
import type { Span } from "@/lib/platform/tracing/tracer";
import { inSpan } from "@/lib/platform/tracing/tracing";
import type { ActivityTask } from "./activity-task";
import { type ClaimLoop, createClaimLoop } from "./claim-loop";

/** The parts of the service that deliveries use. */
interface DeliveryService extends Service {
  metrics: Metrics;
  activity: ActivityTask;
}

/** Delivers queued emails. */
export type DeliveryTask = ClaimLoop;

const createOwnMailer = (service: DeliveryService): Mailer =>
  createMailer(getConfig(), {
    ...service,
    observer: {
      onAttempt: (provider, outcome) => service.metrics.countProviderAttempt(provider, outcome),
      onSkipped: (provider, isSkipped) =>
        isSkipped
          ? service.log.warn(
              { event: "email.provider_skipped", provider },
              "email provider fails; trying it last",
            )
          : service.log.info(
              { event: "email.provider_restored", provider },
              "email provider works again",
            ),
    },
  });

/** Notes in the trace which provider was tried last. */
const traceProvider = (mailer: Mailer, span: Span): Mailer => ({
  ...mailer,
  async send(mail, withinMs) {
    const result = await mailer.send(mail, withinMs);
    if (result.provider !== undefined) span.set({ "keystead.email.provider": result.provider });
    return result;
  },
});

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
        "keystead.email.attempt": attempts,
      },
    },
    work,
  );

export function createDeliveryTask(getService: () => DeliveryService): DeliveryTask {
  let mailer: Mailer | undefined;
  async function deliver(
    service: DeliveryService,
    email: ClaimedDelivery,
    span: Span | undefined,
  ): Promise<void> {
    try {
      mailer ??= createOwnMailer(service);
      const used = span === undefined ? mailer : traceProvider(mailer, span);
      const delivery = await deliverEmail(service, used, email);
      service.metrics.countDelivery(delivery);
      span?.set({ "keystead.email.result": delivery });
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

  const loop = createClaimLoop<ClaimedDelivery>({
    concurrent: limits.concurrentDeliveries,
    concurrentPerTenancy: limits.concurrentDeliveriesPerTenancy,
    claim: (request) => claimDeliveries(getService(), request),
    keysOf: keysOfDelivery,
    deliver: (email) => traceDelivery(email, (span) => deliver(getService(), email, span)),
    onClaimFailed: (error) =>
      getService().log.warn(
        {
          event: "email.claim_failed",
          error: error instanceof Error ? error.name : "unknown",
        },
        "claiming emails failed; will retry",
      ),
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      mailer?.close();
    },
  };
}
