import type { PasskeyWarning } from "@/lib/client/v2";

/** Explains the warnings, or returns undefined if there are none. */
export function explainWarnings(warnings: PasskeyWarning[]): string | undefined {
  const codes = new Set(warnings.map(({ code }) => code));
  if (codes.has("BROWSER_SIGNAL_UNSUPPORTED"))
    return "This browser can’t update your passkey manager. Make the change there yourself.";
  if (codes.has("BROWSER_SIGNAL_FAILED"))
    return "Your passkey manager rejected the change. Make it there yourself.";
  if (codes.size > 0) return "This device needs no change.";
  return undefined;
}
