import { limits } from "@/lib/limits";
import type { Settings } from "./get-settings";
import type { SettingName } from "./settings";

/** Free text: it can name people or plans, and audit events can't be erased. */
const texts = new Set(
  "name rpName brandName mailSender mailReplyTo issuer brandLogo redirectUris".split(" "),
);

function shown(value: Settings[SettingName]): string {
  const text = Array.isArray(value) ? value.join(", ") || "none" : String(value ?? "none");
  return text.length > limits.auditValueCharacters
    ? `${text.slice(0, limits.auditValueCharacters)}…`
    : text;
}

/**
 * Describes changed settings for the audit log, such as "codeDigits: 6 → 8; name". Texts appear
 * without their values.
 */
export const describeChanges = (
  changed: readonly string[],
  before: Settings,
  after: Settings,
): string =>
  changed
    .map((name) =>
      texts.has(name)
        ? name
        : `${name}: ${shown(before[name as SettingName])} → ${shown(after[name as SettingName])}`,
    )
    .join("; ");
