import { toneOf } from "@/app/console/(operator)/[tenancyId]/activity/event-words";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";

interface Grouped {
  /** When the first of equal failures happened, in ms; undefined if there is only one. */
  firstAt?: number;
  /** Whether the entry says what to do. An entry above it says the same. */
  isAdvised: boolean;
}

/** What equal failures share. Each has its own request, and maybe its own code. */
const keyOf = (entry: TimelineEntry): string =>
  JSON.stringify([
    entry.kind,
    entry.reason,
    entry.origin,
    entry.user?.sub,
    entry.email,
    entry.passkey?.id,
    entry.userAgent,
    entry.addressPrefix,
    entry.authenticatorAttachment,
  ]);

/** What the advice about a failure depends on. */
const adviceKeyOf = ({ reason, passkey }: TimelineEntry): string =>
  JSON.stringify([reason, passkey?.id]);

function join<T extends TimelineEntry>(newest: T & Grouped, older: T): T & Grouped {
  return {
    ...newest,
    count: newest.count + older.count,
    firstAt: older.at,
    requestId: newest.requestId === older.requestId ? newest.requestId : null,
    challenge: newest.challenge?.id === older.challenge?.id ? newest.challenge : null,
  };
}

/**
 * Joins equal failures that follow each other into one entry with their number, and lets only the first
 * of those with the same advice give it.
 * @param entries newest first
 * @param advised a failure whose advice the page gives above the entries
 */
export function groupFailures<T extends TimelineEntry>(
  entries: readonly T[],
  advised: TimelineEntry | null,
): (T & Grouped)[] {
  const groups: (T & Grouped)[] = [];
  const given = new Set(advised === null ? [] : [adviceKeyOf(advised)]);
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last !== undefined && toneOf(entry.kind) === "bad" && keyOf(last) === keyOf(entry)) {
      groups[groups.length - 1] = join(last, entry);
      continue;
    }
    groups.push({ ...entry, isAdvised: !given.has(adviceKeyOf(entry)) });
    given.add(adviceKeyOf(entry));
  }
  return groups;
}
