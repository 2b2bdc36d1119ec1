import type { TenancyContext } from "@/lib/domain/base/context";
import { nameEntries } from "./name-entries";
import { readEvent } from "./scan-events";
import type { TimelineEntry } from "./timeline-entry";

/** Returns an event of a tenancy's timeline; null if it doesn't exist or is deleted. */
export async function findTimelineEvent(
  ctx: TenancyContext,
  id: string,
): Promise<TimelineEntry | null> {
  const event = await readEvent(ctx, id);
  const [entry = null] = event === null ? [] : await nameEntries(ctx, [event]);
  return entry;
}
