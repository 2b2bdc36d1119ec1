import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";

/** Deletes a batch of expired tokens. */
export const purgeExpiredTokens = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "OneTimeToken", "expiresAt", clock.now());
