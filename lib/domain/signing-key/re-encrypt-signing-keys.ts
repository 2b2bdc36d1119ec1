import type { Queryable, Service } from "@/lib/domain/context";
import { takeLocks } from "@/lib/domain/take-locks";
import { StartupError } from "@/lib/errors";

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

/** Does the same as `reEncryptSigningKeys`, in the caller's transaction. */
export async function reEncryptAll(service: Service, tx: Queryable): Promise<number> {
  await takeLocks(tx, "signing-key");
  const rows = await tx.signingKey.findMany({ select: { kid: true, privateJwe: true } });
  for (const row of rows) {
    const privateJwe = await service.secrets.seal(
      "signing-key",
      await openPrivateKey(service, row),
    );
    await tx.signingKey.update({ where: { kid: row.kid }, data: { privateJwe } });
  }
  return rows.length;
}

/**
 * Re-encrypts all signing keys, also retired ones, under KEYSTEAD_SECRET. You can then remove
 * KEYSTEAD_SECRET_PREVIOUS.
 * @throws StartupError if neither secret can decrypt a key; nothing is changed then
 */
export async function reEncryptSigningKeys(service: Service): Promise<{ reEncrypted: number }> {
  return service.db.$transaction(async (tx) => ({ reEncrypted: await reEncryptAll(service, tx) }));
}
