import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { StoredSettings } from "./settings";

/** Reads all settings of contract §2 except the logo's bytes. @throws NotFound */
export async function getSettings({ tenancy }: Pick<TenancyContext, "tenancy">, db: Queryable) {
  const row = await db.tenancy.findFirst({
    where: { id: tenancy.id, deletedAt: null },
    omit: { brandLogo: true, brandLogoType: true, deletedAt: true },
  });
  if (row === null) throw new ServiceError("@error/NotFound");
  const { createdAt, updatedAt, suspendedAt, ...settings } = row;
  // Times in ms.
  return {
    ...settings,
    // A text with a CHECK, because Prisma's enums can't have a hyphen.
    emailCodes: StoredSettings.shape.emailCodes.parse(settings.emailCodes),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
    suspendedAt: suspendedAt?.getTime() ?? null,
  };
}

export type Settings = Awaited<ReturnType<typeof getSettings>>;
