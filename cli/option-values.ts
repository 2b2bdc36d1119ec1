import { InvalidArgumentError } from "commander";

const maxNameCharacters = 100;
const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const longestMs = 3_650 * unitMs.d;

/** A name for people, without space around it. */
export function parseName(value: string): string {
  const name = value.trim();
  if (name === "" || name.length > maxNameCharacters || /\p{Cc}/u.test(name)) throw new InvalidArgumentError(`It takes 1 to ${maxNameCharacters} characters, none of them a control character.`);
  return name;
}

/** `90d`, `12h` or `30m` in milliseconds. */
export function parseDuration(value: string): number {
  const [, count, unit] = /^([1-9]\d{0,6})([mhd])$/.exec(value) ?? [];
  const ms = Number(count) * unitMs[unit as keyof typeof unitMs];
  if (unit === undefined || ms > longestMs) throw new InvalidArgumentError("It takes minutes, hours or days such as 30m, 12h or 90d, ten years at most.");
  return ms;
}
