import type { Setting } from "./setting/setting-kinds";
import { findSetting } from "./settings";

/** Returns the option of `tenancy set` that changes a setting, such as --code-digits. */
export const optionOf = (name: string): string =>
  findSetting(name)?.option ??
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

const count = new Intl.NumberFormat("en");
const alternatives = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** Returns the values that a setting can have, or undefined if it takes any text. */
function rangeOf(setting: Setting): string | undefined {
  switch (setting.kind) {
    case "number": {
      const [min, max] = setting.bounds.map((bound) => count.format(bound / setting.factor));
      return `${min} to ${max} ${setting.unit}`;
    }
    case "choice":
    case "several":
      return alternatives.format(setting.names.map(({ name }) => name));
    default:
      return undefined;
  }
}

/** Returns a setting's default, or undefined if it has none or its help states it. */
function defaultOf(setting: Setting): string | undefined {
  switch (setting.kind) {
    case "number":
      return count.format(setting.default / setting.factor);
    case "toggle":
      return setting.default === null ? undefined : setting.default ? "on" : "off";
    case "several": {
      const chosen = setting.names.filter(({ value }) => setting.default.includes(value));
      return chosen.map(({ name }) => name).join(" ") || "none";
    }
    case "list":
      return "none";
    default:
      return setting.default ?? undefined;
  }
}

/** Returns a setting's values, default and help, such as "3 to 10 attempts. Default: 5. After …". */
export function rangeAndHelp(setting: Setting): string {
  const usual = defaultOf(setting);
  const parts = [rangeOf(setting), usual && `Default: ${usual}`, setting.help];
  return parts.filter((part) => part !== undefined).join(". ");
}

/** Describes a setting where its card isn't shown: "Attempts per code: 3 to 10 attempts. Default …". */
export function describeSetting(setting: Setting): string {
  const label = setting.fullLabel ?? setting.label;
  const separator = rangeOf(setting) === undefined ? ". " : ": ";
  // The range has the unit.
  return label.replace(/ \(\w+\)$/, "") + separator + rangeAndHelp(setting);
}

/** Describes a setting as the API and configuration files write it, in stored units. */
export function describeStoredSetting(setting: Setting): string {
  const isDuration = setting.kind === "number" && setting.factor > 1;
  return `${describeSetting(setting)}${isDuration ? " Written in milliseconds." : ""}`;
}
