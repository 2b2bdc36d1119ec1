import { findSetting } from "@/lib/domain/base/tenancy/settings";

/** A changed setting in an audit event; without values if those aren't recorded. */
export interface RecordedChange {
  name: string;
  values?: readonly [before: string, after: string];
}

export const isSettingName = (name: string): boolean =>
  name === "brandLogo" || findSetting(name) !== undefined;

const quoted = /"(?:[^"\\]|\\.)*"/;
// A semicolon in quotes is a part of a value.
const parts = new RegExp(`(?:${quoted.source}|(?!; ).)+`, "gs");
const value = `(${quoted.source}|.*?)`;
const change = new RegExp(`^(\\w+): ${value} → ${value}$`, "s");

const whole = new RegExp(`^${quoted.source}$`, "s");

const unquoted = (text: string): string => (whole.test(text) ? String(JSON.parse(text)) : text);

function readChange(text: string): RecordedChange {
  const [, name, before, after] = change.exec(text) ?? [];
  return name === undefined || before === undefined || after === undefined
    ? { name: text }
    : { name, values: [unquoted(before), unquoted(after)] };
}

/**
 * Reads a detail of `describeChanges`, or names of settings with spaces between them, as earlier
 * releases wrote. What isn't a change is returned as a name.
 */
export function readChanges(detail: string): RecordedChange[] {
  const names = detail.split(" ");
  if (names.every(isSettingName)) return names.map((name) => ({ name }));
  return [...detail.matchAll(parts)].map(([text]) => readChange(text.trimStart()));
}
