import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { lifetimes } from "@/lib/limits";

/** Deletes a batch of outbox rows a day after they expire. */
export const purgeOutbox = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "OutboxMail", "expiresAt", clock.now() - lifetimes.dayMs);

/** Deletes a batch of local emails a day after they arrived. */
export const purgeInbox = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "InboxMail", "receivedAt", clock.now() - lifetimes.dayMs);
