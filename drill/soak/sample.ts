import { residentMegabytes } from "@/bench/footprint/resident-memory";
import type { Instance } from "@/drill/instance";
import { metricsToken } from "@/drill/metrics-token";
import { readMetric } from "@/testing/read-metric";

/** A look at the server during the soak. */
export interface Sample {
  minute: number;
  residentMegabytes: number;
  heapMegabytes: number;
  /** 99 % of the event loop's delays since the sample before were at most this long. */
  loopP99Ms: number;
}

/** Reads the server's memory and its metrics. Each scrape starts a new period of the delays. */
export async function takeSample(instance: Instance, minute: number): Promise<Sample> {
  const response = await fetch(`http://127.0.0.1:${instance.port}/metrics`, {
    headers: { authorization: `Bearer ${metricsToken}` },
  });
  const text = await response.text();
  return {
    minute,
    residentMegabytes: residentMegabytes(instance.pid()),
    heapMegabytes: (readMetric(text, "nodejs_heap_size_used_bytes") ?? NaN) / 2 ** 20,
    loopP99Ms: (readMetric(text, "nodejs_eventloop_lag_p99_seconds") ?? NaN) * 1_000,
  };
}
