import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";

/** Creates a tenancy's context for the system; null if the tenancy is deleted or unknown. */
export async function systemContext(
  service: Service,
  tenancyId: string,
): Promise<TenancyContext | null> {
  const tenancy = await findTenancy(service, tenancyId);
  if (tenancy === null) return null;
  return {
    ...service,
    tenancy,
    actor: { kind: "system" },
    requestId: service.createId(),
    client: {},
  };
}

/** Creates the contexts of all tenancies, also the system tenancy and suspended ones. */
export async function* tenancyContexts(service: Service): AsyncGenerator<TenancyContext> {
  const tenancies = await service.db.tenancy.findMany({
    where: { deletedAt: null },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of tenancies) {
    const ctx = await systemContext(service, id);
    if (ctx !== null) yield ctx;
  }
}
