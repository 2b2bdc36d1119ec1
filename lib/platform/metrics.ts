import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from "prom-client";

/** Labels use the route template, never the URL: paths contain ids and secrets. */
export interface Metrics {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  countDelivery(delivery: "sent" | "retried" | "dead"): void;
  /** Sets the number of tenancies in which each kind of alarm is raised. */
  setAlarms(tenancies: Readonly<Record<string, number>>): void;
  /** Prometheus text exposition format. */
  render(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "keystead_http_request_duration_seconds",
    help: "Duration of API requests in seconds.",
    labelNames: ["method", "route"] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  const requests = new Counter({
    name: "keystead_http_requests_total",
    help: "API requests by route and status.",
    labelNames: ["method", "route", "status"] as const,
    registers: [registry],
  });
  const deliveries = new Counter({
    name: "keystead_mails_total",
    help: "Email delivery attempts by result.",
    labelNames: ["delivery"] as const,
    registers: [registry],
  });
  const alarms = new Gauge({
    name: "keystead_alarms",
    help: "Tenancies in which an alarm is raised. All processes report the same number.",
    labelNames: ["alarm"] as const,
    registers: [registry],
  });
  return {
    setAlarms(tenancies) {
      for (const [alarm, count] of Object.entries(tenancies)) alarms.set({ alarm }, count);
    },
    countDelivery: (delivery) => deliveries.inc({ delivery }),
    observeRequest({ method, route, status }, duration) {
      seconds.observe({ method, route }, duration);
      requests.inc({ method, route, status: String(status) });
    },
    render: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
