import type { LegacyCredential, LegacyCredentials } from "@/lib/contract/passkey";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { z } from "zod";

const maxIds = 100;

interface FoundCredential extends z.infer<typeof LegacyCredential> {
  passkeyId: string;
  sub: string;
}

async function findCredentials(
  ctx: TenancyContext,
  passkeyIds: string[],
): Promise<FoundCredential[]> {
  if (!ctx.tenancy.legacyLookups || passkeyIds.length > maxIds)
    throw new ServiceError("@error/NotFound");
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, id: { in: passkeyIds } },
    orderBy: { id: "desc" },
    select: { id: true, sub: true, credentialId: true, userHandle: true, rpId: true },
  });
  if (passkeys.length < passkeyIds.length) throw new ServiceError("@error/NotFound");
  return passkeys.map(({ id, sub, credentialId, userHandle, rpId }) => ({
    passkeyId: id,
    sub,
    credentialId,
    userId: userHandle,
    rpId,
  }));
}

/**
 * Returns the ids that a device stores for a passkey, for clients from before the prepared tokens.
 * @throws NotFound, also when legacy lookups are disabled for the tenancy
 */
export async function getLegacyCredential(
  ctx: TenancyContext,
  passkeyId: string,
): Promise<z.infer<typeof LegacyCredential>> {
  const [found] = await findCredentials(ctx, [passkeyId]);
  if (found === undefined) throw new ServiceError("@error/NotFound");
  const { credentialId, userId, rpId } = found;
  return { credentialId, userId, rpId };
}

/**
 * The same for several passkeys of one user at one relying party. If they were registered with
 * different user handles, `userId` is the handle of the first id (contract §6).
 * @throws NotFound when one of them is unknown or they belong to different users or relying parties
 */
export async function getLegacyCredentials(
  ctx: TenancyContext,
  passkeyIds: string,
): Promise<z.infer<typeof LegacyCredentials>> {
  const ids = [...new Set(passkeyIds.split(","))];
  const credentials = await findCredentials(ctx, ids);
  const first = credentials.find(({ passkeyId }) => passkeyId === ids[0]);
  if (first === undefined) throw new ServiceError("@error/NotFound");
  const { rpId, userId, sub } = first;
  if (credentials.some((other) => other.rpId !== rpId || other.sub !== sub))
    throw new ServiceError("@error/NotFound");
  return {
    rpId,
    userId,
    allAcceptedCredentialIds: credentials.map(({ credentialId }) => credentialId),
  };
}
