import type { Service } from "@/lib/domain/context";
import { readTenancy } from "./cached-tenancy";
import type { Tenancy } from "./tenancy";

/** Finds a tenancy, also a suspended one. Null if it does not exist or was deleted. One round trip. */
export const findTenancy = async (
  service: Pick<Service, "db">,
  tenancyId: string,
): Promise<Tenancy | null> => (await readTenancy(service, tenancyId))?.tenancy ?? null;
