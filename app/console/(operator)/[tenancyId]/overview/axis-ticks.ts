import { pageLocale } from "@/components/ui/page-locale";
import type { ActivityPoint } from "./chart-series";
import type { Span } from "./drill-down";

const hourMs = 3_600_000;

const day = new Intl.DateTimeFormat(pageLocale, { month: "short", day: "numeric" });
const weekday = new Intl.DateTimeFormat(pageLocale, { weekday: "short" });
const hour = new Intl.DateTimeFormat(pageLocale, { hour: "numeric" });
const minute = new Intl.DateTimeFormat(pageLocale, { hour: "numeric", minute: "2-digit" });

/** Returns the hours between labels for points of that length, so that labels don’t touch. */
function hoursBetween(bucketHours: number, isNarrow: boolean): number {
  if (bucketHours === 1) return isNarrow ? 8 : 3;
  if (bucketHours < 24) return isNarrow ? 48 : 24;
  return isNarrow ? 10 * 24 : 5 * 24;
}

/** Returns the starts of the points that have a label, evenly spaced up to the last point. */
export function axisTicks(points: readonly ActivityPoint[], isNarrow: boolean): number[] {
  const [first] = points;
  if (first === undefined) return [];
  const bucketHours = (first.toMs - first.fromMs) / hourMs;
  const step = hoursBetween(bucketHours, isNarrow) / bucketHours;
  return points
    .filter((_, index) => (points.length - 1 - index) % step === 0)
    .map(({ fromMs }) => fromMs);
}

/** Returns "5 – 11 PM". Across midnight, `formatRange` would repeat the whole date. */
function hourRange({ fromMs, toMs }: Span): string {
  const format = new Date(fromMs).getMinutes() === 0 ? hour : minute;
  const isOneDay = new Date(fromMs).toDateString() === new Date(toMs).toDateString();
  return isOneDay
    ? format.formatRange(fromMs, toMs)
    : `${format.format(fromMs)} – ${format.format(toMs)}`;
}

/** The most characters of a line that fit between two labels on a phone. */
const narrowLine = 8;

/** Breaks a range after its dash if it is too long for a phone. */
const breakRange = (range: string): string[] =>
  range.length <= narrowLine ? [range] : range.split(/(?<=–)\s*/);

/** Names the time span of a point in the browser's time zone, as the lines of an axis label. */
export function tickWords(span: Span, isByDay: boolean, isNarrow: boolean): string[] {
  const fit = (range: string) => (isNarrow ? breakRange(range) : [range]);
  if (isByDay) return fit(day.formatRange(span.fromMs, span.toMs - 1));
  return [weekday.format(span.fromMs), ...fit(hourRange(span))];
}
