const units = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

const format = new Intl.RelativeTimeFormat("en");

/** Returns the distance of two times (ms) in the largest whole unit, such as "3 minutes ago". */
export function relativeWords(at: number, now: number): string {
  const distance = at - now;
  const unit = units.find(([, length]) => Math.abs(distance) >= length);
  if (unit === undefined) return distance > 0 ? "in less than a minute" : "just now";
  const [name, length] = unit;
  return format.format(Math.trunc(distance / length), name);
}
