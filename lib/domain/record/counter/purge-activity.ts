import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { lifetimes } from "@/lib/limits";

/** Deletes a batch of counts older than `activityKeptMs`. */
export const purgeActivity = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "ActivityCount", "hour", clock.now() - lifetimes.activityKeptMs);
