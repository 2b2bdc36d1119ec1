import { InvalidArgumentError } from "commander";
import { Name } from "@/lib/domain/base/tenancy/name";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const mostMs = 3_650 * unitMs.d;

/** Formats a bound as it is typed, in the largest unit that fits: `7d`, `10m`. */
function showBound(ms: number): string {
  const unit = (["d", "h", "m"] as const).find((each) => ms % unitMs[each] === 0) ?? "m";
  return `${ms / unitMs[unit]}${unit}`;
}

/** Parses a display name and trims it. */
export function parseName(value: string): string {
  const parsed = Name.safeParse(value);
  if (!parsed.success) throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/**
 * Returns a parser of durations such as `90d`, `12h` or `30m` into ms.
 * @param maxMs default: ten years
 */
export const durationUpTo =
  (maxMs = mostMs) =>
  (value: string): number => {
    const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(value) ?? [];
    const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
    if (unit === undefined || ms > maxMs)
      throw new InvalidArgumentError(
        "Must be minutes, hours or days such as 30m, 12h or 90d, " +
          `from 1m to ${showBound(maxMs)}.`,
      );
    return ms;
  };

/** Parses the number of rows of a page, 1 to 500. */
export function parseRows(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value) || Number(value) > 500)
    throw new InvalidArgumentError("Must be 1 to 500.");
  return Number(value);
}

/** Formats whole minutes in ms, such as `10m`. */
export const showDuration = (ms: number): string => `${Math.round(ms / unitMs.m)}m`;
