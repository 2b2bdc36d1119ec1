import type { Counts } from "@/lib/domain/counter/read-activity";
import type { Span } from "./drill-down";
import type { Marker } from "./line-marker";

/** The numbers of one bucket. */
export interface ActivityPoint extends Span {
  registrations: number;
  signIns: number;
  codes: number;
  failed: number;
  /** The bucket is not over yet. */
  isCurrent: boolean;
}

/**
 * Each line of the chart, with the filter of the list behind it. Later lines are drawn over earlier
 * ones. Their dashes (pixels drawn and left out) and markers keep both visible where they coincide.
 */
export const series = [
  {
    key: "signIns",
    label: "Sign-ins",
    color: "var(--series-1)",
    dashes: "",
    marker: "circle",
    kind: "sign-in",
  },
  {
    key: "registrations",
    label: "Registrations",
    color: "var(--series-3)",
    dashes: "14 7",
    marker: "square",
    kind: "registration.succeeded",
  },
  {
    key: "codes",
    label: "Codes verified",
    color: "var(--series-4)",
    dashes: "6 6",
    marker: "triangle",
    kind: "code.verified",
  },
  {
    key: "failed",
    label: "Failed requests",
    color: "var(--series-2)",
    dashes: "2 4",
    marker: "diamond",
    kind: "refused",
  },
] as const satisfies readonly {
  key: keyof ActivityPoint;
  label: string;
  color: string;
  dashes: string;
  marker: Marker;
  kind: string;
}[];

const sumOf = (counts: Counts, metrics: readonly string[]) =>
  metrics.reduce((sum, metric) => sum + (counts[metric] ?? 0), 0);

/** Sums the metrics of each line. */
export const seriesCounts = (counts: Counts) => ({
  registrations: sumOf(counts, ["passkey.registered"]),
  signIns: sumOf(counts, ["passkey.authenticated", "user.authenticated-by-email"]),
  codes: sumOf(counts, ["challenge.verified"]),
  failed: sumOf(
    counts,
    Object.keys(counts).filter((metric) => metric.startsWith("failure.")),
  ),
});

/** Splits a report's buckets into points. The last one is still being counted. */
export const toPoints = (
  buckets: readonly { fromMs: number; counts: Counts }[],
  toMs: number,
): ActivityPoint[] =>
  buckets.map(({ fromMs, counts }, index) => ({
    fromMs,
    toMs: buckets[index + 1]?.fromMs ?? toMs,
    ...seriesCounts(counts),
    isCurrent: index === buckets.length - 1,
  }));
