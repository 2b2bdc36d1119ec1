import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { limits } from "@/lib/limits";

/** Deletes a batch of replaced emails that get no more notices. */
export async function purgePreviousEmails({ db, clock }: Service): Promise<number> {
  // Those that the previous release kept. Raw, because Prisma can neither limit an UPDATE nor skip
  // locked rows.
  await db.$executeRaw`
    UPDATE "User" SET "previousEmail" = NULL, "previousEmailUntil" = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "User" WHERE "previousEmailUntil" <= ${new Date(clock.now())}
      LIMIT ${limits.purgeBatchRows} FOR UPDATE SKIP LOCKED))`;
  return purgeBefore(db, "PreviousEmail", "until", clock.now() + 1);
}
