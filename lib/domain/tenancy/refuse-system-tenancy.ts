import { ServiceError } from "@/lib/errors";

/** The tenancy of the operators is nobody's to change. @throws Forbidden */
export function refuseSystemTenancy({ isSystem }: { isSystem: boolean }): void {
  if (isSystem)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The operators’ own tenancy cannot be changed.",
    );
}
