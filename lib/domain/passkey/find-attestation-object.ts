import type { TenancyContext } from "@/lib/domain/context";

/**
 * @returns the stored CBOR attestation object, unverified; null without one (attestation `none`, or
 * an imported passkey)
 */
export async function findAttestationObject(
  ctx: TenancyContext,
  passkeyId: string,
): Promise<Uint8Array | null> {
  const passkey = await ctx.db.passkey.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id: passkeyId } },
    select: { attestationObject: true },
  });
  return passkey?.attestationObject ?? null;
}
