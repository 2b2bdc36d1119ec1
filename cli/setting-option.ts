import { InvalidArgumentError, Option } from "commander";
import { locales } from "@/lib/domain/base/choose-locale";
import { describeSetting, optionOf } from "@/lib/domain/base/tenancy/describe-setting";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import {
  findSetting,
  type SettingName,
  settingNames,
  settings,
  type SettingsChange,
} from "@/lib/domain/base/tenancy/settings";
import { badRequest, isServiceError } from "@/lib/errors";
import { durationUpTo, showDuration } from "./option-values";

/**
 * Names the option of the first invalid field instead of the field.
 * @param others options of fields that are no settings
 */
export function namingOption(error: unknown, others: Record<string, string> = {}): unknown {
  const [issue] = isServiceError(error) && "issues" in error.extra ? error.extra.issues : [];
  if (issue === undefined) return error;
  const [field = ""] = issue.path.split(".");
  return badRequest(others[field] ?? optionOf(field), issue.message.replace(/\.?$/, "."));
}

/** Formats a setting for people: as `tenancy set` reads it, and "none" if it is empty. */
export function showSetting(name: string, value: Settings[SettingName]): string {
  const setting = findSetting(name);
  if (setting?.kind === "number" && setting.factor > 1) return showDuration(Number(value));
  if (typeof value === "boolean") return value ? "on" : "off";
  if (!Array.isArray(value)) return value === null || value === "" ? "none" : String(value);
  const names = setting?.kind === "several" ? setting.names : [];
  return (
    value.map((one) => names.find((each) => each.value === one)?.name ?? one).join(" ") || "none"
  );
}

function parseSwitch(value: string): boolean {
  if (value !== "on" && value !== "off") throw new InvalidArgumentError("Must be on or off.");
  return value === "on";
}

function parseCount(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("Must be a whole number.");
  return Number(value);
}

/** Returns a parser of one of the names, in any case. */
const parseName =
  <Value>(names: readonly { name: string; value: Value }[]) =>
  (typed: string): Value => {
    const found = names.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
    if (found !== undefined) return found.value;
    throw new InvalidArgumentError(`Must be one of ${names.map(({ name }) => name).join(", ")}.`);
  };

/** Collects the values of a list: Commander passes one at a time. An empty value is dropped. */
const collect =
  <Value>(parse: (value: string) => Value) =>
  (value: string, previous: unknown): Value[] => [
    ...(Array.isArray(previous) ? (previous as Value[]) : []),
    ...(value === "" ? [] : [parse(value)]),
  ];

/** Declares the option that changes a setting. */
export function settingOption(name: SettingName): Option {
  const setting: Setting = settings[name];
  const declare = (placeholder: string, note = "") =>
    new Option(`${optionOf(name)} ${placeholder}`, `${describeSetting(setting)} ${note}`.trim());
  switch (setting.kind) {
    case "number":
      return setting.factor > 1
        ? declare("<duration>").argParser(durationUpTo(setting.bounds[1]))
        : declare("<number>").argParser(parseCount);
    case "toggle":
      return declare("<on|off>").argParser(parseSwitch);
    case "choice":
      return declare("<choice>").argParser(parseName(setting.names));
    case "list":
      return declare("<value...>", "Replaces the list; an empty value empties it.").argParser(
        collect((value) => value),
      );
    case "several":
      return declare("<name...>", "Replaces the list.").argParser(
        collect(parseName(setting.names)),
      );
    case "text":
      if (name === "locale") return declare("<choice>").choices(locales);
      // Commander can't pass null on, so an empty text stands for it.
      return declare("<text>", setting.isOptional ? "An empty value unsets it." : "");
  }
}

/** Returns the changes that options declare. An empty optional text becomes null. */
export function changesIn(given: Record<string, unknown>): SettingsChange {
  const changes = settingNames.map((name) => {
    const setting: Setting = settings[name];
    const value = given[new Option(optionOf(name)).attributeName()];
    const isUnset = value === "" && setting.kind === "text" && setting.isOptional;
    return [name, isUnset ? null : value] as const;
  });
  return Object.fromEntries(changes.filter(([, value]) => value !== undefined));
}

/** A former spelling of an option. It sets the same value, and `--help` leaves it out. */
export class FormerOption extends Option {
  readonly #attribute: string;

  /** @param current the option that replaces it, such as `new Option("--rp-ids <domain...>")` */
  constructor(flags: string, current: Option) {
    super(flags);
    this.#attribute = current.attributeName();
    if (current.parseArg) this.argParser(current.parseArg);
    this.hideHelp();
  }

  override attributeName(): string {
    return this.#attribute;
  }
}
