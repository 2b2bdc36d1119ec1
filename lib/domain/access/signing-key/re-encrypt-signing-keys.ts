import { reEncryptWebhookSecrets } from "@/lib/domain/access/webhook-secret/re-encrypt-webhook-secrets";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { StartupError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

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
