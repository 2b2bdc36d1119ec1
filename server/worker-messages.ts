import type { RunningConfig } from "@/lib/config";
import type { MetricsSnapshot } from "@/lib/platform/metrics";

/** What the primary process sends to a worker. */
export type ToWorker =
  | { kind: "start"; config: RunningConfig }
  /** Another worker has started in its place. */
  | { kind: "replace" }
  | { kind: "countMetrics"; id: number }
  | { kind: "metricsText"; id: number; text: string };

/** What a worker sends to the primary process. */
export type ToPrimary =
  /** The worker listens for messages. Node drops those that arrive earlier. */
  | { kind: "loaded" }
  | { kind: "ready" }
  | { kind: "requestMetrics"; id: number }
  | { kind: "metricsCounted"; id: number; metrics: MetricsSnapshot }
  /** The last counts of a worker that stops. */
  | { kind: "lastMetrics"; metrics: MetricsSnapshot };
