import { randomBytes } from "node:crypto";
import type { Service } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

const purpose = "webhook-secret";
const secretBytes = 32;

/** Creates a secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const createWebhookSecret = () => `whsec_${randomBytes(secretBytes).toString("base64")}`;

type Secrets = Pick<Service, "secrets">;

export const sealWebhookSecret = ({ secrets }: Secrets, secret: string): Promise<string> =>
  secrets.seal(purpose, secret);

/** @throws Error if neither service secret opens it */
export const openWebhookSecret = ({ secrets }: Secrets, sealed: string): Promise<string> =>
  secrets.open(purpose, sealed);

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
