import type { TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";
import type { OperatorRole } from "@/lib/domain/operator/permission";

/** @throws BadRequest (role): the installation has owners alone */
export function requireRoleOf({ tenancy }: TenancyContext, role: OperatorRole): void {
  if (tenancy.isSystem && role !== "owner")
    throw badRequest("role", "the installation has owners alone; give other roles in a tenancy");
}
