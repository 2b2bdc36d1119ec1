import type { TenancyContext } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";
import { badRequest } from "@/lib/errors";

/** @throws BadRequest (role) in the system tenancy for any role but owner */
export function requireRoleOf({ tenancy }: TenancyContext, role: OperatorRole): void {
  if (tenancy.isSystem && role !== "owner")
    throw badRequest("role", "the installation only has owners; assign other roles in a tenancy");
}
