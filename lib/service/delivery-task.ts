import { getConfig } from "@/lib/config";
import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { claimDeliveries } from "@/lib/domain/email/claim-deliveries";
import { deliverEmail } from "@/lib/domain/email/deliver-email";
import { createMailer } from "@/lib/platform/mailers/create-mailer";
import type { Metrics } from "@/lib/platform/metrics";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import type { ActivityTask } from "./activity-task";

/** What deliveries need of the service. */
interface DeliveryService extends Service {
  metrics: Metrics;
  activity: ActivityTask;
}

/** What sends this process's mails; any number of processes share the outbox. */
export interface DeliveryTask {
  /**
   * Looks for due emails now, unless as many as may be of that tenancy are under way; the rest
   * follow as room comes free.
   */
  wake(tenancyId?: string): void;
  /** Looks once a second as well, for what failed before or what another process left. */
  start(): void;
  /** Ends when the mails in hand have gone or failed. */
  stop(): Promise<void>;
}

export function createDeliveryTask(getService: () => DeliveryService): DeliveryTask {
  let mailer: Mailer | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isWoken = false;
  const inHand = new Set<Promise<void>>();
  const underWay = new Map<string, number>();
  let after = "";

  function count(tenancyId: string, change: 1 | -1): void {
    const left = (underWay.get(tenancyId) ?? 0) + change;
    if (left === 0) underWay.delete(tenancyId);
    else underWay.set(tenancyId, left);
  }

  async function deliver(
    service: DeliveryService,
    mail: Parameters<typeof deliverEmail>[2],
  ): Promise<void> {
    try {
      mailer ??= createMailer(getConfig(), service);
      const delivery = await deliverEmail(service, mailer, mail);
      service.metrics.countDelivery(delivery);
      service.activity.note(mail.tenancy.id, `mail.${delivery}`);
      if (delivery === "dead")
        service.log.warn({ tenancyId: mail.tenancy.id, mailId: mail.id }, "a mail was given up");
    } catch (error) {
      // Its lease ends, and somebody tries again.
      service.log.warn(
        { mailId: mail.id, error: error instanceof Error ? error.name : "unknown" },
        "a mail could not be seen to its end",
      );
    }
  }

  function begin(service: DeliveryService, mail: Parameters<typeof deliverEmail>[2]): void {
    count(mail.tenancy.id, 1);
    const delivery = deliver(service, mail).finally(() => {
      inHand.delete(delivery);
      count(mail.tenancy.id, -1);
      wake();
    });
    inHand.add(delivery);
  }

  async function look(): Promise<void> {
    const service = getService();
    do {
      isWoken = false;
      const room = limits.concurrentDeliveries - inHand.size;
      if (room === 0) continue;
      const claim = await claimDeliveries(service, { room, underWay, after });
      ({ after } = claim);
      for (const mail of claim.mails) begin(service, mail);
    } while (isWoken && !isStopped);
  }

  function wake(tenancyId?: string): void {
    // One of its deliveries looks when it ends.
    if (
      tenancyId !== undefined &&
      (underWay.get(tenancyId) ?? 0) >= limits.concurrentDeliveriesPerTenancy
    )
      return;
    isWoken = true;
    if (looking !== undefined || isStopped) return;
    looking = look()
      .catch((error: unknown) =>
        getService().log.warn(
          { error: error instanceof Error ? error.name : "unknown" },
          "the outbox will be looked at again",
        ),
      )
      .finally(() => {
        looking = undefined;
        // Somebody may have woken us just when the look was over.
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
      // What it takes is ours to send.
      await looking;
      while (inHand.size > 0) await Promise.all(inHand);
      mailer?.close();
    },
  };
}
