import { limits } from "@/lib/limits";
import type { Settings } from "./get-settings";
import { findSetting, type SettingName } from "./settings";

function shown(value: Settings[SettingName]): string {
  const text = Array.isArray(value) ? value.join(", ") || "none" : String(value ?? "none");
  return text.length > limits.auditValueCharacters
    ? `${text.slice(0, limits.auditValueCharacters)}…`
    : text;
}

/**
 * Describes changed settings for the audit log, such as "codeDigits: 6 → 8; name". Free text
 * and the logo appear without their values.
 */
export const describeChanges = (
  changed: readonly string[],
  before: Settings,
  after: Settings,
): string =>
  changed
    .map((name) =>
      findSetting(name)?.isFreeText || name === "brandLogo"
        ? name
        : `${name}: ${shown(before[name as SettingName])} → ${shown(after[name as SettingName])}`,
    )
    .join("; ");
