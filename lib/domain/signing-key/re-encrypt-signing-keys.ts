import type { Queryable, Service } from "@/lib/domain/context";
import { StartupError } from "@/lib/errors";
import { lockSigningKeys } from "./lock-signing-keys";

async function openPrivateKey(
  { secrets }: Service,
  { kid, privateJwe }: { kid: string; privateJwe: string },
): Promise<string> {
  try {
    return await secrets.open("signing-key", privateJwe);
  } catch {
    throw new StartupError(
      `The signing key ${kid} opens neither under KEYSTEAD_SECRET nor under KEYSTEAD_SECRET_PREVIOUS, and nothing was changed; set KEYSTEAD_SECRET_PREVIOUS to the secret that it was made under.`,
    );
  }
}

/** As `reEncryptSigningKeys`, within a transaction. */
export async function reEncryptAll(service: Service, tx: Queryable): Promise<number> {
  await lockSigningKeys(tx);
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
 * Seals every signing key anew under KEYSTEAD_SECRET, retired ones too, so that
 * KEYSTEAD_SECRET_PREVIOUS can go.
 * @throws StartupError when one opens under neither; then nothing is changed
 */
export async function reEncryptSigningKeys(service: Service): Promise<{ reEncrypted: number }> {
  return service.db.$transaction(async (tx) => ({ reEncrypted: await reEncryptAll(service, tx) }));
}
