const dayMs = 86_400_000;
const hourMs = 3_600_000;
const minuteMs = 60_000;

/** `from` is the shortest distance that the unit names, `length` its own length, both in ms. */
const units = [
  { name: "year", from: 365 * dayMs, length: 365 * dayMs },
  { name: "month", from: 100 * dayMs, length: 30 * dayMs },
  { name: "day", from: dayMs, length: dayMs },
  { name: "hour", from: hourMs, length: hourMs },
  { name: "minute", from: minuteMs, length: minuteMs },
] as const;

const format = new Intl.RelativeTimeFormat("en");

/**
 * Returns the distance of two times (ms), such as "3 minutes ago", in days up to 99. Past times are
 * truncated and future times rounded, so that a key for 90 days expires "in 90 days" once the page
 * has loaded.
 */
export function relativeWords(at: number, now: number): string {
  if (at > now) return futureWords(at - now);
  const unit = units.find(({ from }) => now - at >= from);
  return unit === undefined
    ? "just now"
    : format.format(-Math.trunc((now - at) / unit.length), unit.name);
}

/** Rounds to minutes before it chooses the unit: 59 minutes and 50 seconds are 1 hour. */
function futureWords(distance: number): string {
  const step = distance >= hourMs ? hourMs : minuteMs;
  const rounded = Math.round(distance / step) * step;
  const unit = units.find(({ from }) => rounded >= from);
  return unit === undefined || distance < minuteMs
    ? "in less than a minute"
    : format.format(Math.round(rounded / unit.length), unit.name);
}
