import type { Service } from "@/lib/domain/context";
import { purgeBefore } from "@/lib/domain/purge-batch";
import { lifetimes } from "@/lib/limits";

/** Deletes a batch of counts older than `activityKeptMs`. */
export const purgeActivity = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "ActivityCount", "hour", clock.now() - lifetimes.activityKeptMs);
