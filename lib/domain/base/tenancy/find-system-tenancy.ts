import type { Service } from "@/lib/domain/base/context";
import { findTenancy } from "./find-tenancy";
import type { Tenancy } from "./tenancy";

/** Finds the system tenancy, whose users can become operators (contract §2). Null before the first start. */
export async function findSystemTenancy(service: Service): Promise<Tenancy | null> {
  const row = await service.db.tenancy.findFirst({
    where: { isSystem: true },
    select: { id: true },
  });
  return row === null ? null : findTenancy(service, row.id);
}
