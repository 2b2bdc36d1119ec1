import {
  isRefusedRequest,
  type TimelineKind,
  timelineKinds,
} from "@/lib/domain/base/timeline-event";

/** Kinds that the console's lists show together. */
const groups = {
  /** Signed in with a passkey or with an emailed code. */
  "sign-in": ["sign-in.succeeded", "sign-in.by-code"],
  /** Counted as failed requests. */
  refused: timelineKinds.filter(isRefusedRequest),
  /** Succeeded, but a passkey policy in monitor mode would refuse it. */
  monitored: ["registration.monitored", "sign-in.monitored"],
} satisfies Record<string, readonly TimelineKind[]>;

/** The values of the filter by kind. */
export const kindFilters = [
  ...(Object.keys(groups) as (keyof typeof groups)[]),
  ...timelineKinds,
] as const;
export type KindFilter = (typeof kindFilters)[number];

const isGroup = (filter: KindFilter): filter is keyof typeof groups => filter in groups;

export const kindsOf = (filter: KindFilter): readonly TimelineKind[] =>
  isGroup(filter) ? groups[filter] : [filter];

/** Returns the failures among the kinds of a filter: all, or one kind. Null if it has none. */
export function failuresOf(filter: KindFilter | undefined): KindFilter | null {
  if (filter === undefined || filter === "refused") return "refused";
  return kindsOf(filter).every(isRefusedRequest) ? filter : null;
}
