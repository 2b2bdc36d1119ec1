import {
  isRefusedRequest,
  timelineKinds,
  type TimelineKind,
} from "@/lib/domain/timeline/timeline-event";

/** Kinds that the console's lists show together. */
const groups = {
  /** Signed in with a passkey or with an emailed code. */
  "sign-in": ["sign-in.succeeded", "sign-in.by-code"],
  /** Counted as failed requests. */
  refused: timelineKinds.filter(isRefusedRequest),
} satisfies Record<string, readonly TimelineKind[]>;

/** The values of the filter by kind. */
export const kindFilters = [
  ...(Object.keys(groups) as (keyof typeof groups)[]),
  ...timelineKinds,
] as const;
export type KindFilter = (typeof kindFilters)[number];

export const kindsOf = (filter: KindFilter): readonly TimelineKind[] =>
  filter === "sign-in" || filter === "refused" ? groups[filter] : [filter];
