import type { ActivityPoint } from "./chart-series";

const hourMs = 3_600_000;

const day = new Intl.DateTimeFormat(undefined, { month: "short", day: "numeric" });
const hour = new Intl.DateTimeFormat(undefined, { weekday: "short", hour: "numeric" });
const minute = new Intl.DateTimeFormat(undefined, {
  weekday: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** Returns the hours between labels for points of that length, so that labels don’t touch. */
function hoursBetween(bucketHours: number, isNarrow: boolean): number {
  if (bucketHours === 1) return isNarrow ? 6 : 3;
  if (bucketHours < 24) return isNarrow ? 48 : 24;
  return isNarrow ? 8 * 24 : 3 * 24;
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

/** Names a start in the browser's time zone. In zones with a fraction of an hour, with minutes. */
export function tickWords(fromMs: number, isByDay: boolean): string {
  if (isByDay) return day.format(fromMs);
  return (new Date(fromMs).getMinutes() === 0 ? hour : minute).format(fromMs);
}
