import { InvalidArgumentError } from "commander";
import { Name } from "@/lib/domain/tenancy/name";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const maxMs = 3_650 * unitMs.d;

/** Parses a display name and trims it. */
export function parseName(value: string): string {
  const parsed = Name.safeParse(value);
  if (!parsed.success) throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** Parses a duration such as `90d`, `12h` or `30m` into ms. At most ten years. */
export function parseDuration(value: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(value) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (unit === undefined || ms > maxMs)
    throw new InvalidArgumentError(
      "Must be minutes, hours or days such as 30m, 12h or 90d, at most ten years.",
    );
  return ms;
}

/** Parses the number of rows of a page, 1 to 500. */
export function parseRows(value: string): number {
  if (!/^[1-9]\d{0,2}$/.test(value) || Number(value) > 500)
    throw new InvalidArgumentError("Must be 1 to 500.");
  return Number(value);
}

/** Formats whole minutes in ms, such as `10m`. */
export const showDuration = (ms: number): string => `${Math.round(ms / unitMs.m)}m`;
