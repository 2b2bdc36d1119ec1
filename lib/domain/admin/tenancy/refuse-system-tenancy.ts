import { ServiceError } from "@/lib/errors";

/** @throws Forbidden for the system tenancy, which cannot be changed */
export function refuseSystemTenancy({ isSystem }: { isSystem: boolean }): void {
  if (isSystem)
    throw new ServiceError("@error/Forbidden", undefined, "The system tenancy cannot be changed.");
}
