import type { LegacyCredential, LegacyCredentials } from "@/lib/contract/passkey";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { z } from "zod";

const mostIds = 100;

async function findCredentials(ctx: TenancyContext, passkeyIds: string[]): Promise<z.infer<typeof LegacyCredential>[]> {
  if (!ctx.tenancy.legacyLookups || passkeyIds.length > mostIds) throw new ServiceError("@error/NotFound");
  const passkeys = await ctx.db.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, id: { in: passkeyIds } },
    orderBy: { id: "desc" },
    select: { credentialId: true, userHandle: true, rpId: true },
  });
  if (passkeys.length < passkeyIds.length) throw new ServiceError("@error/NotFound");
  return passkeys.map(({ credentialId, userHandle, rpId }) => ({ credentialId, userId: userHandle, rpId }));
}

/** What a device knows a passkey by, for clients of before the prepared tokens. @throws NotFound, also where the tenancy does not offer it */
export async function getLegacyCredential(ctx: TenancyContext, passkeyId: string): Promise<z.infer<typeof LegacyCredential>> {
  const [credential] = await findCredentials(ctx, [passkeyId]);
  if (credential === undefined) throw new ServiceError("@error/NotFound");
  return credential;
}

/**
 * The same of several passkeys, which must be one user's at one relying party: a device drops all others of that user.
 * @throws NotFound when one of them is unknown or they do not belong together
 */
export async function getLegacyCredentials(ctx: TenancyContext, passkeyIds: string): Promise<z.infer<typeof LegacyCredentials>> {
  const credentials = await findCredentials(ctx, [...new Set(passkeyIds.split(","))]);
  const [first] = credentials;
  if (first === undefined) throw new ServiceError("@error/NotFound");
  const { rpId, userId } = first;
  if (credentials.some((other) => other.rpId !== rpId || other.userId !== userId)) throw new ServiceError("@error/NotFound");
  return { rpId, userId, allAcceptedCredentialIds: credentials.map(({ credentialId }) => credentialId) };
}
