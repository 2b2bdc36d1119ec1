import type { Counts } from "@/lib/domain/record/counter/read-activity";
import type { HourlyActivity } from "@/lib/domain/record/counter/read-hourly-activity";
import type { Span } from "./drill-down";
import type { Marker } from "./line-marker";
import type { LocalHour } from "./local-hour";

const hourMs = 3_600_000;

type LineKey = "signIns" | "registrations" | "codes" | "failed";

/** The numbers of one bucket. */
export interface ActivityPoint extends Span, Record<LineKey, number> {
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
  key: LineKey;
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

/** The counts of each line in consecutive hours. Few bytes, because the browser gets hundreds. */
export interface HourlyLines {
  /** The first hour. */
  startMs: number;
  /** The period. Its first bucket can begin earlier. */
  fromMs: number;
  toMs: number;
  /** The first hour with data. */
  firstMs: number;
  counts: Record<LineKey, number[]>;
}

export function toHourlyLines({ fromMs, toMs, firstMs, hours }: HourlyActivity): HourlyLines {
  const counted = hours.map(({ counts }) => seriesCounts(counts));
  const countsOf = (key: LineKey) => counted.map((counts) => counts[key]);
  return {
    startMs: hours[0]?.fromMs ?? fromMs,
    fromMs,
    toMs,
    firstMs,
    counts: {
      signIns: countsOf("signIns"),
      registrations: countsOf("registrations"),
      codes: countsOf("codes"),
      failed: countsOf("failed"),
    },
  };
}

/**
 * Sums hours into points that begin at midnight and every `length` hours after it, in the time zone of
 * `toLocal`. Where a day has 23 or 25 hours, so has a point. The first one has the first data, and the
 * last one is still being counted.
 */
export function toPoints(
  { startMs, fromMs, toMs, firstMs, counts }: HourlyLines,
  length: number,
  toLocal: (at: number) => LocalHour,
): ActivityPoint[] {
  const points: (ActivityPoint & { key: string })[] = [];
  for (const index of counts.signIns.keys()) {
    const at = startMs + index * hourMs;
    const { day, hour } = toLocal(at);
    // When clocks go back, two hours have the same number.
    const key = length === 1 ? `${at}` : `${day} ${Math.floor(hour / length)}`;
    let point = points.at(-1);
    if (point?.key !== key) {
      const sums = { signIns: 0, registrations: 0, codes: 0, failed: 0 };
      point = { key, fromMs: at, toMs, ...sums, isCurrent: false };
      points.push(point);
    }
    point.toMs = at + hourMs;
    for (const { key: line } of series) point[line] += counts[line][index] ?? 0;
  }
  const shown = points.filter((point) => point.toMs > Math.max(fromMs, firstMs));
  return shown.map(({ key: _key, ...point }, index) => ({
    ...point,
    isCurrent: index === shown.length - 1,
  }));
}
