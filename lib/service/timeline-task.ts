import { LRUCache } from "lru-cache";
import type { Service } from "@/lib/domain/base/context";
import {
  isRefusedRequest,
  isReported,
  isSuccess,
  type TimelineEvent,
} from "@/lib/domain/base/timeline-event";
import { type Quota, reportQuotas, writeEvents } from "@/lib/domain/record/timeline/write-events";
import { lifetimes, limits } from "@/lib/limits";
import { every, runOrLog } from "./every";

/** Buffers timeline events in memory and writes them at intervals. */
export interface TimelineTask {
  /**
   * Adds an event. No I/O. Stores a bounded number of events per minute for a user or a mailbox (each
   * kind of success apart from the others), and of refusals from an address prefix and of a tenancy;
   * what browsers report has its own quotas. Counts further ones in one event per reason. Drops events
   * when memory is full (`timelineBuffer`).
   */
  note(event: TimelineEvent): void;
  /** Starts writing every second. */
  start(): void;
  /**
   * Writes all noted events, and returns once they are in the database. Keeps them for the next flush
   * if that fails.
   */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * The quotas that an event uses in its minute. Each kind of success has its own per user and mailbox,
 * so that no flood of other events hides its details.
 */
function quotasOf(event: TimelineEvent): Quota[] {
  const { tenancyId, kind, sub, email, addressPrefix, createdAtMs } = event;
  if (isReported(kind)) return reportQuotas(event);
  const window = `${Math.floor(createdAtMs / lifetimes.timelineWindowMs)} ${tenancyId}`;
  const own = isSuccess(kind) ? `${window} ${kind}` : window;
  const max = limits.timelineEventsPerSource;
  const quotas: Quota[] = [];
  if (sub !== undefined) quotas.push({ key: `${own} user ${sub}`, max, source: { sub } });
  if (email !== undefined) quotas.push({ key: `${own} mailbox ${email}`, max, source: { email } });
  // Failed deliveries are as many as the codes that were requested.
  if (!isRefusedRequest(kind)) return quotas;
  if (addressPrefix !== undefined)
    quotas.push({
      key: `${window} prefix ${addressPrefix}`,
      max: limits.timelineRefusalsPerPrefix,
    });
  quotas.push({ key: `${window} all`, max: limits.timelineRefusalsPerTenancy });
  return quotas;
}

export function createTimelineTask(getService: () => Pick<Service, "db" | "log">): TimelineTask {
  let pending = new Map<string, TimelineEvent>();
  let writing = Promise.resolve();
  let stopFlushing: (() => Promise<void>) | undefined;
  const used = new LRUCache<string, number>({ max: limits.timelineQuotas });
  /** Ids of the events that count. */
  const counters = new LRUCache<string, string>({ max: limits.timelineQuotas });

  function add(event: TimelineEvent): void {
    const entry = pending.get(event.id);
    if (entry !== undefined) entry.count += event.count;
    else if (pending.size < limits.timelineBuffer) pending.set(event.id, { ...event });
  }

  function addToCounter({ key, source }: Quota, event: TimelineEvent): void {
    const { tenancyId, kind, reason, createdAtMs } = event;
    const counter = `${key} ${kind} ${reason}`;
    const id = counters.get(counter) ?? event.id;
    counters.set(counter, id);
    add({ ...source, tenancyId, id, kind, reason, count: 1, createdAtMs });
  }

  function note(event: TimelineEvent): void {
    const quotas = quotasOf(event);
    const usedUp = quotas.find(({ key, max }) => (used.get(key) ?? 0) >= max);
    if (usedUp !== undefined) return addToCounter(usedUp, event);
    for (const { key } of quotas) used.set(key, (used.get(key) ?? 0) + 1);
    add(event);
  }

  async function writePending(): Promise<void> {
    if (pending.size === 0) return;
    const events = [...pending.values()];
    pending = new Map();
    const { db, log } = getService();
    await runOrLog(log, { event: "timeline.flush_failed", doing: "writing timeline events" }, () =>
      writeEvents(db, events).catch((error: unknown) => {
        events.forEach(add);
        throw error;
      }),
    );
  }

  /** One after another, so that each also waits for events that an earlier one is writing. */
  function flush(): Promise<void> {
    writing = writing.then(writePending);
    return writing;
  }

  return {
    note,
    start() {
      stopFlushing ??= every(lifetimes.timelineFlushEveryMs, flush);
    },
    flush,
    async stop() {
      await stopFlushing?.();
      await flush();
    },
  };
}
