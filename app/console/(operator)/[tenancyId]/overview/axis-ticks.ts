import { pageLocale } from "@/components/ui/page-locale";
import type { ActivityPoint } from "./chart-series";
import type { LocalHour } from "./local-hour";

const day = new Intl.DateTimeFormat(pageLocale, { month: "short", day: "numeric" });
const weekday = new Intl.DateTimeFormat(pageLocale, { weekday: "short" });
const hour = new Intl.DateTimeFormat(pageLocale, { hour: "numeric" });
/** For a clock with 24 hours: "06:00", because "06" alone is no time. */
const hourOfDay = new Intl.DateTimeFormat(pageLocale, { hour: "2-digit", minute: "2-digit" });
const usesTwelveHours = hour.resolvedOptions().hour12 === true;

interface Axis {
  /** Hours in a point. */
  length: number;
  /** On phones, fewer labels fit. */
  isNarrow: boolean;
}

/** Days between two labels, so that about six fit, on phones three. */
const daysBetween = (days: number, isNarrow: boolean) =>
  Math.max(1, Math.round(days / (isNarrow ? 3 : 6)));

/**
 * Returns the starts of the points that have a label: round hours of a day, midnights of a week, and
 * every few days of a month up to today. With fewer points, there is at least one label.
 */
export function axisTicks(
  points: readonly ActivityPoint[],
  { length, isNarrow }: Axis,
  toLocal: (at: number) => LocalHour,
): number[] {
  const starts = points.map(({ fromMs }) => fromMs);
  const orLast = (ticks: number[]) => (ticks.length > 0 ? ticks : starts.slice(-1));
  if (length === 1)
    return orLast(starts.filter((at) => toLocal(at).hour % (isNarrow ? 6 : 3) === 0));
  const midnights = starts.filter((at, index) => {
    const before = starts[index - 1];
    return before !== undefined && toLocal(before).day !== toLocal(at).day;
  });
  const step = length < 24 ? (isNarrow ? 2 : 1) : daysBetween(midnights.length, isNarrow);
  return orLast(midnights.filter((_, index) => (midnights.length - 1 - index) % step === 0));
}

/** Names the start of a point in the browser's time zone, as the lines of an axis label. */
export function tickWords(at: number, length: number): string[] {
  if (length === 1) return [(usesTwelveHours ? hour : hourOfDay).format(at), weekday.format(at)];
  return length < 24 ? [weekday.format(at), day.format(at)] : [day.format(at)];
}
