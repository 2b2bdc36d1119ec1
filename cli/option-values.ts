import { InvalidArgumentError } from "commander";
import { Name } from "@/lib/domain/tenancy/name";

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const longestMs = 3_650 * unitMs.d;

/** A name for people, without space around it. */
export function parseName(value: string): string {
  const parsed = Name.safeParse(value);
  if (!parsed.success) throw new InvalidArgumentError(`${parsed.error.issues[0]?.message}.`);
  return parsed.data;
}

/** `90d`, `12h` or `30m` in milliseconds. */
export function parseDuration(value: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(value) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (unit === undefined || ms > longestMs)
    throw new InvalidArgumentError(
      "It takes minutes, hours or days such as 30m, 12h or 90d, ten years at most.",
    );
  return ms;
}
