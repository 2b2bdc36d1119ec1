import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";

/** @throws InvalidTenancy if the tenancy offers no account page, as for an unknown tenancy */
export function requireAccountPage({ tenancy }: Pick<TenancyContext, "tenancy">): void {
  if (!tenancy.accountPage) throw new ServiceError("@error/InvalidTenancy");
}
