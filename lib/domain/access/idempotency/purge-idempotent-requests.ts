import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { limits } from "@/lib/limits";

/** Deletes a batch of requests that are a day old. */
export const purgeIdempotentRequests = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "IdempotentRequest", "expiresAt", clock.now());

/**
 * Removes a batch of replies that are no longer kept. Their requests stay, so that a late retry has no
 * second effect. Raw, because Prisma can neither limit an UPDATE nor skip locked rows.
 */
export const purgeIdempotentReplies = ({ db, clock }: Service): Promise<number> =>
  db.$executeRaw`
    UPDATE "IdempotentRequest" SET "reply" = NULL, "subjects" = '{}' WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "IdempotentRequest"
      WHERE "reply" IS NOT NULL AND "replyKeptUntil" <= ${new Date(clock.now())}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED))`;
