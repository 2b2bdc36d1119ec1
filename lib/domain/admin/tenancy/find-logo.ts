import type { Service } from "@/lib/domain/base/context";

export interface Logo {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  hash: string;
}

/** Finds a tenancy's logo. Undefined if it has none or does not exist. */
export async function findLogo({ db }: Service, tenancyId: string): Promise<Logo | undefined> {
  const found = await db.tenancy.findUnique({
    where: { id: tenancyId, deletedAt: null },
    select: { brandLogo: true, brandLogoType: true, brandLogoHash: true },
  });
  const { brandLogo: bytes, brandLogoType: type, brandLogoHash: hash } = found ?? {};
  return bytes && type && hash ? { bytes, type, hash } : undefined;
}
