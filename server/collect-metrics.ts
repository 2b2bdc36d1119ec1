import cluster, { type Worker } from "node:cluster";
import { limits } from "@/lib/limits";
import { type MetricsSnapshot, renderSum, sumCounts } from "@/lib/platform/metrics";
import type { ToPrimary, ToWorker } from "./worker-messages";

const send = (worker: Worker, message: ToWorker) => void worker.send(message);

let asked = 0;

/** Asks a worker for its metrics. Without a reply in time, they are missing from this sum. */
function countMetrics(worker: Worker): Promise<MetricsSnapshot> {
  const id = ++asked;
  return new Promise((resolve) => {
    const finish = (metrics: MetricsSnapshot) => {
      clearTimeout(timer);
      worker.off("message", onMessage);
      resolve(metrics);
    };
    const onMessage = (message: ToPrimary) => {
      if (message.kind === "metricsCounted" && message.id === id) finish(message.metrics);
    };
    const timer = setTimeout(() => finish([]), limits.workerMetricsMs);
    worker.on("message", onMessage);
    send(worker, { kind: "countMetrics", id });
  });
}

/** Answers a worker's scrape with the sum of all workers, of those that ended too. */
export function collectMetrics(): void {
  let ended: Promise<MetricsSnapshot> = Promise.resolve([]);
  cluster.on("message", (worker, message: ToPrimary) => {
    if (message.kind === "lastMetrics")
      ended = ended.then((counted) => sumCounts([counted, message.metrics]));
    if (message.kind !== "requestMetrics") return;
    const running = Object.values(cluster.workers ?? {}).filter((one) => one !== undefined);
    void Promise.all([ended, ...running.map(countMetrics)])
      .then(renderSum)
      .then((text) => send(worker, { kind: "metricsText", id: message.id, text }));
  });
}
