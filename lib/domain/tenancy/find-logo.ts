import type { Service } from "@/lib/domain/context";

export interface Logo {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  hash: string;
}

/** A tenancy's logo; undefined when it has none, or there is no such tenancy. */
export async function findLogo({ db }: Service, tenancyId: string): Promise<Logo | undefined> {
  const found = await db.tenancy.findUnique({
    where: { id: tenancyId, deletedAt: null },
    select: { brandLogo: true, brandLogoType: true, brandLogoHash: true },
  });
  const { brandLogo: bytes, brandLogoType: type, brandLogoHash: hash } = found ?? {};
  return bytes && type && hash ? { bytes, type, hash } : undefined;
}
