import { z } from "zod";
import {
  openWebhookSecret,
  sealWebhookSecret,
} from "@/lib/domain/access/webhook-secret/webhook-secret";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { StartupError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";

const Row = z.object({
  tenancyId: z.string(),
  id: z.string(),
  secret: z.string(),
  previousSecret: z.string().nullable(),
});
type Row = z.infer<typeof Row>;

async function reEncrypt(service: Service, row: Row): Promise<Row> {
  const again = async (sealed: string) =>
    sealWebhookSecret(service, await openWebhookSecret(service, sealed));
  try {
    return {
      ...row,
      secret: await again(row.secret),
      previousSecret: row.previousSecret === null ? null : await again(row.previousSecret),
    };
  } catch {
    throw new StartupError(
      "Neither KEYSTEAD_SECRET nor KEYSTEAD_SECRET_PREVIOUS can decrypt a secret of the webhook " +
        `${row.id}. Nothing was changed. Set KEYSTEAD_SECRET_PREVIOUS to the secret that encrypted ` +
        "it, or rotate the webhook's secret without an overlap.",
    );
  }
}

/**
 * Re-encrypts the secrets of all webhooks under KEYSTEAD_SECRET, in the caller's transaction.
 * @returns the number of webhooks
 * @throws StartupError if neither service secret can decrypt one
 */
async function reEncryptWebhookSecrets(service: Service, tx: Queryable): Promise<number> {
  let count = 0;
  let last = { tenancyId: "", id: "" };
  for (;;) {
    // Raw, because Prisma takes no row locks: a rotation meanwhile must not bring an old one back.
    const rows = await tx.query(Row)`
      SELECT "tenancyId", "id", "secret", "previousSecret" FROM "Webhook"
      WHERE ("tenancyId", "id") > (${last.tenancyId}, ${last.id})
      ORDER BY "tenancyId", "id" LIMIT ${limits.reEncryptedRows} FOR NO KEY UPDATE`;
    const changed = await Promise.all(rows.map((row) => reEncrypt(service, row)));
    await tx.$executeRaw`
      UPDATE "Webhook" w SET "secret" = c."secret", "previousSecret" = c."previousSecret"
      FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
        AS c("tenancyId" text, "id" text, "secret" text, "previousSecret" text)
      WHERE w."tenancyId" = c."tenancyId" AND w."id" = c."id"`;
    count += rows.length;
    const end = rows.at(-1);
    if (end === undefined || rows.length < limits.reEncryptedRows) return count;
    last = end;
  }
}

async function openPrivateKey(
  { secrets }: Service,
  { kid, privateJwe }: { kid: string; privateJwe: string },
): Promise<string> {
  try {
    return await secrets.open("signing-key", privateJwe);
  } catch {
    throw new StartupError(
      `Neither KEYSTEAD_SECRET nor KEYSTEAD_SECRET_PREVIOUS can decrypt the signing key ${kid}. ` +
        "Nothing was changed. Set KEYSTEAD_SECRET_PREVIOUS to the secret that encrypted it.",
    );
  }
}

export interface ReEncrypted {
  /** The number of signing keys. */
  reEncrypted: number;
  /** The number of webhooks whose secrets were re-encrypted. */
  reEncryptedWebhooks: number;
}

/** How long a transaction that re-encrypts everything may take. */
export const reEncryption = { timeout: lifetimes.reEncryptionMs };

/** Does the same as `reEncryptSigningKeys`, in the caller's transaction. */
export async function reEncryptAll(service: Service, tx: Queryable): Promise<ReEncrypted> {
  await takeLocks(tx, "signing-key");
  const rows = await tx.signingKey.findMany({ select: { kid: true, privateJwe: true } });
  for (const row of rows) {
    const privateJwe = await service.secrets.seal(
      "signing-key",
      await openPrivateKey(service, row),
    );
    await tx.signingKey.update({ where: { kid: row.kid }, data: { privateJwe } });
  }
  return {
    reEncrypted: rows.length,
    reEncryptedWebhooks: await reEncryptWebhookSecrets(service, tx),
  };
}

/**
 * Re-encrypts all signing keys, also retired ones, and the secrets of all webhooks under
 * KEYSTEAD_SECRET. You can then remove KEYSTEAD_SECRET_PREVIOUS.
 * @throws StartupError if neither secret can decrypt one of them; nothing is changed then
 */
export const reEncryptSigningKeys = (service: Service): Promise<ReEncrypted> =>
  service.db.$transaction((tx) => reEncryptAll(service, tx), reEncryption);
