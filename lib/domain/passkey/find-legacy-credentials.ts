import type { z } from "zod";
import type { LegacyCredential, LegacyCredentials } from "@/lib/contract/passkey";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { findPasskeyIds } from "./passkey-id";

const maxIds = 100;
/** Shorter ids, which a former service may have counted up, could be guessed. */
const minIdCharacters = 16;

interface FoundCredential extends z.infer<typeof LegacyCredential> {
  sub: string;
}

/** Finds the credentials of all passkeys, newest first, and that of the first id. */
async function findCredentials(
  ctx: TenancyContext,
  passkeyIds: string[],
): Promise<{ first: FoundCredential; credentials: FoundCredential[] }> {
  const isGuessable = passkeyIds.some((id) => id.length < minIdCharacters);
  if (!ctx.tenancy.legacyLookups || passkeyIds.length > maxIds || isGuessable)
    throw new ServiceError("@error/NotFound");
  const ids = await findPasskeyIds(ctx, ctx.db, passkeyIds);
  const ownIds = new Set(ids.values());
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, id: { in: [...ownIds] } },
    orderBy: { id: "desc" },
    select: { id: true, sub: true, credentialId: true, userHandle: true, rpId: true },
  });
  const found = passkeys.map(({ id, userHandle, ...passkey }) => ({
    id,
    credential: { ...passkey, userId: userHandle },
  }));
  const first = found.find(({ id }) => id === ids.get(passkeyIds[0] ?? ""));
  if (first === undefined || ids.size < passkeyIds.length || found.length < ownIds.size)
    throw new ServiceError("@error/NotFound");
  return { first: first.credential, credentials: found.map(({ credential }) => credential) };
}

/**
 * Returns the ids that a device stores for a passkey, for clients from before the prepared tokens.
 * @throws NotFound, also when legacy lookups are disabled for the tenancy
 */
export async function getLegacyCredential(
  ctx: TenancyContext,
  passkeyId: string,
): Promise<z.infer<typeof LegacyCredential>> {
  const { first } = await findCredentials(ctx, [passkeyId]);
  const { credentialId, userId, rpId } = first;
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
  const { first, credentials } = await findCredentials(ctx, ids);
  const { rpId, userId, sub } = first;
  if (credentials.some((other) => other.rpId !== rpId || other.sub !== sub))
    throw new ServiceError("@error/NotFound");
  return {
    rpId,
    userId,
    allAcceptedCredentialIds: credentials.map(({ credentialId }) => credentialId),
  };
}
