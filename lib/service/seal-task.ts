import { findUnnumbered, numberEvents } from "@/lib/domain/event/feed/number-events";
import { deliveryLimits } from "@/lib/domain/event/webhook-delivery/delivery-limits";
import { releaseDeliveries } from "@/lib/domain/event/webhook-delivery/release-deliveries";
import type { LoggedSeal } from "@/lib/domain/record/audit/seal-audit";
import { sealAndCount } from "@/lib/domain/record/counter/seal-and-count";
import { lifetimes, limits } from "@/lib/limits";
import { runOrLog } from "./every";
import { getService, type RunningService } from "./service";

export interface SealTask {
  /** Seals and numbers what waits. Does nothing while another instance does. */
  run(): Promise<void>;
}

/** Creates the task that seals committed audit events and numbers them for the feeds. */
export function createSealTask(): SealTask {
  let unlogged: LoggedSeal | undefined;
  let loggedAt = -Infinity;
  /** Since when events may be numbered whose deliveries aren't released, in ms. */
  let unreleasedSince: number | undefined;

  async function seal(): Promise<void> {
    for (let isFull = true; isFull;) {
      const made = await sealAndCount(getService());
      unlogged = made ?? unlogged;
      isFull = made?.events === limits.sealBatchRows;
    }
  }

  async function releaseNumbered(service: RunningService): Promise<void> {
    if (unreleasedSince === undefined) return;
    // Also what another instance inserted lately, whose clock may differ a little.
    const since = new Date(unreleasedSince - deliveryLimits.recentMs);
    if (await releaseDeliveries(service, since)) service.webhooks.wake();
    unreleasedSince = undefined;
  }

  // A logged head reveals a truncated or rewritten audit log (`keystead audit verify --head`).
  function logHead(): void {
    const { clock, log } = getService();
    if (unlogged === undefined || clock.now() - loggedAt < lifetimes.sealLoggedEveryMs) return;
    log.info({ event: "audit.sealed", ...unlogged }, "audit log sealed");
    unlogged = undefined;
    loggedAt = clock.now();
  }

  return {
    run() {
      const service = getService();
      const failure = { event: "audit.seal_failed", doing: "sealing the audit log" };
      return runOrLog(service.log, failure, async () => {
        const { isUnsealed, isUnnumbered } = await findUnnumbered(service);
        if (isUnsealed) await seal();
        if (isUnsealed || isUnnumbered) {
          unreleasedSince ??= service.clock.now();
          await numberEvents(service);
        }
        await releaseNumbered(service);
        logHead();
      });
    },
  };
}
