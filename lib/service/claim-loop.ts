import type { Claim, ClaimRequest } from "@/lib/domain/base/claim-fairly";
import { lifetimes } from "@/lib/limits";
import { runIn } from "@/lib/platform/tracing/tracing";

interface Queue<Item> {
  /** Deliveries that this process runs at the same time, in all and per tenancy. */
  concurrent: number;
  concurrentPerTenancy: number;
  /** Of `concurrent`, those that only tenancies with none in flight get, so that slow ones leave room. */
  reserved?: number;
  claim: (request: ClaimRequest) => Promise<Claim<Item>>;
  /** The ids under which an item counts as in flight: its tenancy first. */
  keysOf: (item: Item) => readonly [tenancyId: string, ...others: string[]];
  /** Must not reject. */
  deliver: (item: Item) => Promise<void>;
  onClaimFailed: (error: unknown) => void;
}

/** Delivers the items of a queue in the database. Any number of processes share it. */
export interface ClaimLoop {
  /**
   * Claims due items now. Does nothing if the tenancy has reached its limit of concurrent
   * deliveries: each of them claims again when it ends.
   */
  wake(tenancyId?: string): void;
  /** Also claims once a second, for retries and for items of crashed processes. */
  start(): void;
  /** Claims no more, and resolves when the deliveries in flight have ended. */
  stop(): Promise<void>;
}

export function createClaimLoop<Item>(queue: Queue<Item>): ClaimLoop {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let claiming: Promise<void> | undefined;
  let isWoken = false;
  const running = new Set<Promise<void>>();
  const inFlight = new Map<string, number>();
  let after = "";

  function count(item: Item, change: 1 | -1): void {
    for (const key of queue.keysOf(item)) {
      const left = (inFlight.get(key) ?? 0) + change;
      if (left === 0) inFlight.delete(key);
      else inFlight.set(key, left);
    }
  }

  function begin(item: Item): void {
    count(item, 1);
    const delivery = queue.deliver(item).finally(() => {
      running.delete(delivery);
      count(item, -1);
      wake();
    });
    running.add(delivery);
  }

  async function claim(): Promise<void> {
    do {
      isWoken = false;
      const room = queue.concurrent - running.size;
      if (room === 0) continue;
      const open = room - (queue.reserved ?? 0);
      const claimed = await queue.claim(
        open > 0 ? { room: open, inFlight, after } : { room, inFlight, after, onlyIdle: true },
      );
      ({ after } = claimed);
      for (const item of claimed.items) begin(item);
      // Then for the reserved slots.
      if (claimed.items.length === open) isWoken = true;
    } while (isWoken && !isStopped);
  }

  function wake(tenancyId?: string): void {
    if (tenancyId !== undefined && (inFlight.get(tenancyId) ?? 0) >= queue.concurrentPerTenancy)
      return;
    isWoken = true;
    if (claiming !== undefined || isStopped) return;
    // Not in the trace of the request that woke it, because it also claims items of others.
    claiming = runIn(undefined, claim)
      .catch(queue.onClaimFailed)
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
      // Items that it claims must still be delivered.
      await claiming;
      while (running.size > 0) await Promise.all(running);
    },
  };
}
