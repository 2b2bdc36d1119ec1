import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { findSetting, type SettingName } from "@/lib/domain/base/tenancy/settings";
import { limits } from "@/lib/limits";

// What a value is made of without quotes. Nothing of it separates changes, names or values.
const plain = /^[\w.:/#@,*+… -]*$/;

/** A value that could be read as further changes is in quotes. */
function shown(value: Settings[SettingName]): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return "none";
  const text = Array.isArray(value) ? value.join(", ") : String(value);
  const cut =
    text.length > limits.auditValueCharacters
      ? `${text.slice(0, limits.auditValueCharacters)}…`
      : text;
  return plain.test(cut) && cut !== "none" ? cut : JSON.stringify(cut);
}

/**
 * Describes changed settings for the audit log, such as "codeDigits: 6 → 8; mailSender". Addresses and
 * the logo appear without their values. `readChanges` reads it.
 */
export const describeChanges = (
  changed: readonly string[],
  before: Settings,
  after: Settings,
): string =>
  changed
    .map((name) =>
      findSetting(name)?.isAddress || name === "brandLogo"
        ? name
        : `${name}: ${shown(before[name as SettingName])} → ${shown(after[name as SettingName])}`,
    )
    .join("; ");
