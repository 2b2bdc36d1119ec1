import type { TenancyContext } from "@/lib/domain/base/context";

/**
 * Finds a passkey's stored attestation object (CBOR, unverified).
 * @returns null if the passkey has none: attestation `none`, or imported
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
