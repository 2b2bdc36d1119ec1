import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";

/** Deletes a batch of former user handles whose registrations have ended. */
export const purgeFormerUserHandles = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "FormerUserHandle", "registrationUntil", clock.now());
