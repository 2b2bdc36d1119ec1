import type { PasskeyWarning } from "@/lib/client/v2";

/** Explains the warnings, or returns undefined if there are none. */
export function explainWarnings(warnings: PasskeyWarning[]): string | undefined {
  const codes = new Set(warnings.map(({ code }) => code));
  if (codes.has("BROWSER_SIGNAL_UNSUPPORTED"))
    return "This browser cannot tell your passkey manager, so change it there yourself.";
  if (codes.has("BROWSER_SIGNAL_FAILED"))
    return "Your passkey manager did not take it, so change it there yourself.";
  if (codes.size > 0) return "There was nothing to change on this device.";
  return undefined;
}
