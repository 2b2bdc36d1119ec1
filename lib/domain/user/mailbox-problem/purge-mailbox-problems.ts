import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { lifetimes } from "@/lib/limits";

/** Longer than a mailbox is blocked, so that an operator sees what happened before. */
const keptMs = 7 * lifetimes.dayMs;

/** Deletes a batch of mailbox problems a week after the last event. */
export const purgeMailboxProblems = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "MailboxProblem", "updatedAt", clock.now() - keptMs);
