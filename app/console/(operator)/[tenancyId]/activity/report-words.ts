import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";

const outcomeWords: Readonly<Record<string, string>> = {
  cancelled: "Cancelled the prompt",
  "timed-out": "Left the prompt open until its time ran out",
  "no-passkey": "Had no passkey on the device",
  unsupported: "Used a page or device without support for passkeys",
  failed: "The authenticator failed",
};

const onDevice = "The device already has a passkey of this account";

/** A short duration, such as "12 s" or "4 min". */
export function wordsOfMs(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds === 0) return "less than a second";
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

/**
 * Returns how a prompt ended, as the browser reported it, such as "Cancelled the prompt after 12 s,
 * reported by the browser"; undefined for an event that isn't a report.
 */
export function reportWords({
  kind,
  reason,
  afterMs,
}: Pick<TimelineEntry, "kind" | "reason" | "afterMs">): string | undefined {
  if (!kind.endsWith(".reported") || reason === null) return undefined;
  const [outcome = "", errorName] = reason.split(".");
  // WebAuthn L3 §5.1.3: it has one of the excluded credentials.
  const isKnown = kind.startsWith("registration.") && errorName === "InvalidStateError";
  const what = isKnown ? onDevice : (outcomeWords[outcome] ?? outcome);
  const named = errorName === undefined ? what : `${what} (${errorName})`;
  const when = afterMs === null ? "" : ` after ${wordsOfMs(afterMs)}`;
  return `${named}${when}, reported by the browser`;
}
