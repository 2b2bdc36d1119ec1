import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";

/** An entry of the timeline. A requested code also says when the provider accepted its email. */
export interface JoinedEntry extends TimelineEntry {
  acceptedAfterMs?: number;
}

/**
 * Joins the request of a code and the acceptance of its first email into one entry, as far as both are
 * on the page. Later emails of the code stay entries of their own.
 * @param entries newest first
 */
export function joinCodeEvents(entries: readonly TimelineEntry[]): JoinedEntry[] {
  const accepted = new Map<string, TimelineEntry>();
  const requested = new Set<string>();
  for (const entry of entries) {
    if (entry.challenge === null) continue;
    // Newest first, so the first email wins.
    if (entry.kind === "code.accepted") accepted.set(entry.challenge.id, entry);
    if (entry.kind === "code.requested") requested.add(entry.challenge.id);
  }
  const isJoined = ({ id, challenge }: TimelineEntry) =>
    challenge !== null && requested.has(challenge.id) && accepted.get(challenge.id)?.id === id;
  return entries
    .filter((entry) => !isJoined(entry))
    .map((entry) => {
      const email = entry.kind === "code.requested" && accepted.get(entry.challenge?.id ?? "");
      return email ? { ...entry, acceptedAfterMs: Math.max(0, email.at - entry.at) } : entry;
    });
}
