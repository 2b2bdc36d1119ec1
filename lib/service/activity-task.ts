import { lifetimes, limits } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { addActivity, hourOf, type Activity } from "@/lib/domain/activity/add-activity";
import type { NotedMetric } from "@/lib/domain/activity/metric";

/** What this process counts between two writes. */
export interface ActivityTask {
  /** Costs no I/O. While the bounded memory is full, what is new is not counted. */
  note(tenancyId: string, metric: NotedMetric): void;
  /** Writes every few seconds from here on. */
  start(): void;
  /**
   * Writes what was counted, in one statement; what could not be written waits for the next time.
   */
  flush(): Promise<void>;
  stop(): Promise<void>;
}

export function createActivityTask(
  getService: () => Pick<Service, "run" | "log" | "clock">,
): ActivityTask {
  let counts = new Map<string, Activity>();
  let timer: NodeJS.Timeout | undefined;

  function add(activity: Activity): void {
    const key = `${activity.hourMs} ${activity.tenancyId} ${activity.metric}`;
    const known = counts.get(key);
    if (known !== undefined) known.count += activity.count;
    else if (counts.size < limits.activityKeys) counts.set(key, { ...activity });
  }

  async function flush(): Promise<void> {
    if (counts.size === 0) return;
    const taken = [...counts.values()];
    counts = new Map();
    try {
      await addActivity(getService().run, taken);
    } catch (error) {
      taken.forEach(add);
      getService().log.warn(
        { error: error instanceof Error ? error.name : "unknown" },
        "activity will be counted later",
      );
    }
  }

  return {
    note: (tenancyId, metric) =>
      add({ tenancyId, hourMs: hourOf(getService().clock.now()), metric, count: 1 }),
    start() {
      timer ??= setInterval(() => void flush(), lifetimes.activityFlushEveryMs);
      timer.unref();
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
