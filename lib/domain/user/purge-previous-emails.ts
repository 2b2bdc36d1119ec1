import type { Service } from "@/lib/domain/context";
import { limits } from "@/lib/limits";

/**
 * Erases a batch of previous emails that get no more notices. Raw, because Prisma can neither limit an
 * UPDATE nor skip locked rows.
 */
export const purgePreviousEmails = ({ db, clock }: Service): Promise<number> =>
  db.$executeRaw`
    UPDATE "User" SET "previousEmail" = NULL, "previousEmailUntil" = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "User" WHERE "previousEmailUntil" <= ${new Date(clock.now())}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED))`;
