import type { Service } from "@/lib/domain/base/context";
import { keyMetric, type NotedMetric } from "@/lib/domain/base/metric";
import { type Activity, addActivity, hourOf } from "@/lib/domain/record/counter/add-activity";
import { dayOf } from "@/lib/domain/record/counter/key-calls";
import { lifetimes, limits } from "@/lib/limits";
import type { Metrics } from "@/lib/platform/metrics";
import { every, runOrLog } from "./every";

/** Counts activity in memory and writes it at intervals. */
export interface ActivityTask {
  /** Counts one event, also in the metrics. No I/O. When memory is full (`activityKeys`), drops events with a new key. */
  note(tenancyId: string, metric: NotedMetric): void;
  /** Counts a request of an API key, in the same way. */
  noteKeyUse(tenancyId: string, apiKeyId: string): void;
  /** Starts writing every few seconds. */
  start(): void;
  /** Writes the counts in one statement. Keeps them for the next flush if that fails. */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createActivityTask(
  getService: () => Pick<Service, "db" | "log" | "clock"> & { metrics: Metrics },
): ActivityTask {
  let counts = new Map<string, Activity>();
  let stopFlushing: (() => Promise<void>) | undefined;

  function add(activity: Activity): void {
    const key = `${activity.hourMs} ${activity.tenancyId} ${activity.metric}`;
    const entry = counts.get(key);
    if (entry !== undefined) entry.count += activity.count;
    else if (counts.size < limits.activityKeys) counts.set(key, { ...activity });
  }

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const pending = [...counts.values()];
    counts = new Map();
    const { db, log } = getService();
    await runOrLog(log, { event: "activity.flush_failed", doing: "writing activity" }, () =>
      addActivity(db, pending).catch((error: unknown) => {
        pending.forEach(add);
        throw error;
      }),
    );
  }

  return {
    note(tenancyId, metric) {
      const { clock, metrics } = getService();
      add({ tenancyId, hourMs: hourOf(clock.now()), metric, count: 1 });
      metrics.countActivity(metric);
    },
    noteKeyUse: (tenancyId, apiKeyId) =>
      add({
        tenancyId,
        hourMs: dayOf(getService().clock.now()),
        metric: keyMetric(apiKeyId),
        count: 1,
      }),
    start() {
      stopFlushing ??= every(lifetimes.activityFlushEveryMs, flush);
    },
    flush,
    async stop() {
      await stopFlushing?.();
      await flush();
    },
  };
}
