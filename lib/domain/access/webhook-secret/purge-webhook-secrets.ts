import type { Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

/**
 * Removes a batch of secrets whose rotation has ended. Raw, because Prisma can neither limit an UPDATE
 * nor skip locked rows.
 */
export const purgeWebhookSecrets = ({ db, clock }: Service): Promise<number> =>
  db.$executeRaw`
    UPDATE "Webhook" SET "previousSecret" = NULL, "previousSecretUntil" = NULL
    WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "Webhook"
      WHERE "previousSecret" IS NOT NULL AND "previousSecretUntil" <= ${new Date(clock.now())}
      LIMIT ${limits.purgeBatchRows} FOR NO KEY UPDATE SKIP LOCKED))`;
