import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
} from "prom-client";
import { createStatusGauges, type StatusSource } from "./status-gauges";

/** The metrics of one process, as data. */
export type MetricsSnapshot = object[];

/** Labels use the route template, never the URL: paths contain ids and secrets. */
export interface Metrics {
  observeRequest(labels: { method: string; route: string; status: number }, seconds: number): void;
  countDelivery(delivery: "sent" | "retried" | "dead" | "canceled"): void;
  /** Counts one attempt of a configured provider: an email may need several. */
  countProviderAttempt(provider: string, result: "sent" | "refused" | "failed"): void;
  countWebhookDelivery(delivery: "sent" | "retried" | "dead"): void;
  /** Counts one event by its name, from a closed list. */
  countActivity(activity: string): void;
  /** Sets the number of tenancies in which each kind of alarm is raised. */
  setAlarms(tenancies: Readonly<Record<string, number>>): void;
  /**
   * Sets whether a standby is required and missing. Undefined: unknown.
   */
  setStandbyMissing(isMissing: boolean | undefined): void;
  /** Prometheus text exposition format. */
  render(): Promise<string>;
  /** Replaces what `render` returns: with several workers, the sum of all. */
  renderWith(render: () => Promise<string>): void;
  snapshot(): Promise<MetricsSnapshot>;
  readonly contentType: string;
}

/** Adds the metrics of several processes up, as Prometheus text. */
export const renderSum = (snapshots: MetricsSnapshot[]): Promise<string> =>
  AggregatorRegistry.aggregate(snapshots).metrics();

/**
 * Adds up what processes counted that have ended. Without them, a counter would decrease when a
 * worker is replaced, and Prometheus would take that for a restart.
 */
export async function sumCounts(snapshots: MetricsSnapshot[]): Promise<MetricsSnapshot> {
  const sum = await AggregatorRegistry.aggregate(snapshots).getMetricsAsJSON();
  const counts: readonly string[] = ["counter", "histogram"];
  return sum.filter(({ type }) => counts.includes(String(type)));
}

export function createMetrics(status: StatusSource): Metrics {
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
  const webhookDeliveries = new Counter({
    name: "keystead_webhook_deliveries_total",
    help: "Webhook delivery attempts by result.",
    labelNames: ["delivery"] as const,
    registers: [registry],
  });
  const deliveries = new Counter({
    name: "keystead_mails_total",
    help: "Email delivery attempts by result.",
    labelNames: ["delivery"] as const,
    registers: [registry],
  });
  const providerAttempts = new Counter({
    name: "keystead_mail_provider_attempts_total",
    help: "Attempts to send an email, by provider and result.",
    labelNames: ["provider", "result"] as const,
    registers: [registry],
  });
  const activities = new Counter({
    name: "keystead_activity_total",
    help: "Exchanged codes, refusals by reason, and other events that the overview counts.",
    labelNames: ["activity"] as const,
    registers: [registry],
  });
  const alarms = new Gauge({
    name: "keystead_alarms",
    help: "Tenancies in which an alarm is raised. All processes report the same number.",
    labelNames: ["alarm"] as const,
    aggregator: "max",
    registers: [registry],
  });
  const standbyMissing = new Gauge({
    name: "keystead_database_standby_missing",
    help: "1 if DATABASE_SYNCHRONOUS requires a standby, and no synchronous one has every commit.",
    aggregator: "max",
    registers: [registry],
  });
  const refreshStatus = createStatusGauges(registry, status);
  let render = () => refreshStatus().then(() => registry.metrics());
  return {
    setAlarms(tenancies) {
      for (const [alarm, count] of Object.entries(tenancies)) alarms.set({ alarm }, count);
    },
    setStandbyMissing(isMissing) {
      if (isMissing === undefined) standbyMissing.remove();
      else standbyMissing.set(isMissing ? 1 : 0);
    },
    countActivity: (activity) => activities.inc({ activity }),
    countDelivery: (delivery) => deliveries.inc({ delivery }),
    countProviderAttempt: (provider, result) => providerAttempts.inc({ provider, result }),
    countWebhookDelivery: (delivery) => webhookDeliveries.inc({ delivery }),
    observeRequest({ method, route, status }, duration) {
      seconds.observe({ method, route }, duration);
      requests.inc({ method, route, status: String(status) });
    },
    render: () => render(),
    renderWith: (source) => void (render = source),
    snapshot: () => refreshStatus().then(() => registry.getMetricsAsJSON()),
    contentType: registry.contentType,
  };
}
