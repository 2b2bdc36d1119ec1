import { findSetting } from "@/lib/domain/base/tenancy/settings";
import { isSwitch, referenceIn } from "./action-words";
import { findAction } from "./audit-actions";

/** A changed setting in an audit event; without values if those aren't recorded. */
interface RecordedChange {
  name: string;
  values?: readonly [before: string, after: string];
}

const isSettingName = (name: string): boolean =>
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

function labelOf(name: string): string | undefined {
  if (name === "brandLogo") return "Logo";
  const setting = findSetting(name);
  return setting?.fullLabel ?? setting?.label;
}

const switchWords: Readonly<Record<string, string>> = { true: "on", false: "off" };

function wordsOfValue(name: string, value: string): string {
  const setting = findSetting(name);
  if (setting?.kind === "number" && /^\d+$/.test(value))
    return String(Number(value) / setting.factor);
  if (setting?.kind === "choice")
    return new Map(Object.entries(setting.choices)).get(value) ?? value;
  return switchWords[value] ?? value;
}

const withUnit = (value: string, units: string) =>
  `${value} ${value === "1" ? units.replace(/s$/, "") : units}`;

/** Shows a label's unit after each value: "Quarantine (hours)" as "Quarantine: 1 hour → 48 hours". */
function wordsOfChange({ name, values }: RecordedChange): string {
  const label = labelOf(name);
  if (label === undefined) return values === undefined ? name : `${name}: ${values.join(" → ")}`;
  if (values === undefined) return label;
  const words = values.map((value) => wordsOfValue(name, value));
  const [, setting = label, units] = /^(.*) \((\w+)\)$/.exec(label) ?? [];
  const shown = units === undefined ? words : words.map((value) => withUnit(value, units));
  return `${setting}: ${shown.join(" → ")}`;
}

/** Returns the names of the settings that a detail says have changed, without their values. */
export const settingNamesIn = (detail: string): string[] =>
  readChanges(detail).flatMap(({ name }) => {
    // Earlier releases wrote values that can be read as two changes.
    const [known = ""] = name.split(": ");
    return isSettingName(known) ? [known] : [];
  });

interface Detailed {
  action: string;
  detail: string | null;
}

const changesSettings = ({ action }: Detailed) => findAction(action)?.changesSettings === true;

/**
 * Returns an audit event's detail as words; null if it has none. Changed settings have the console's
 * labels: "Attempts per code: 5 → 3". A detail that is an id has no words: see `referenceIn`; that of a
 * deleted passkey is its user's, and that of a switch is in its title.
 */
export function detailWords({ action, detail }: Detailed): string | null {
  if (detail === null || action === "passkey.deleted") return null;
  if (referenceIn({ action, detail }) !== undefined || isSwitch({ action, detail })) return null;
  const record = findAction(action);
  if (record?.changesSettings) return readChanges(detail).map(wordsOfChange).join("; ");
  return record?.words?.(detail) ?? detail;
}

/** Returns `detailWords` by change; empty if there are none. */
export function changesOf(event: Detailed): string[] {
  const { detail } = event;
  if (detail !== null && changesSettings(event)) return readChanges(detail).map(wordsOfChange);
  const words = detailWords(event);
  return words === null ? [] : [words];
}

/**
 * Returns `detailWords` for a list: of several changed settings only the first, as in "Attempts per
 * code: 5 → 3, and 2 more". A change with both values precedes one without.
 */
export function detailSummary(event: Detailed): string | null {
  if (event.detail === null || !changesSettings(event)) return detailWords(event);
  const changes = readChanges(event.detail);
  const shown = changes.find(({ values }) => values !== undefined) ?? changes[0];
  if (shown === undefined) return event.detail;
  const others = changes.length - 1;
  return others > 0 ? `${wordsOfChange(shown)}, and ${others} more` : wordsOfChange(shown);
}
