import {
  isSystemOwner,
  type OperatorSession,
  roleIn,
} from "@/lib/domain/admin/operator/session/find-session";
import type { Service } from "@/lib/domain/base/context";
import type { OperatorRole } from "@/lib/domain/base/permission";

export interface OwnTenancy {
  id: string;
  clientId: string;
  name: string;
  environment: "development" | "staging" | "production";
  rpId: string;
  suspended: boolean;
  role: OperatorRole;
}

const maxTenancies = 500;

/**
 * Lists the tenancies in which the operator has a role, by name. A system owner sees all of them.
 * The list never contains the system tenancy.
 */
export async function listOwnTenancies(
  { db }: Pick<Service, "db">,
  session: OperatorSession,
): Promise<OwnTenancy[]> {
  const ids = session.roles.map(({ tenancyId }) => tenancyId);
  const rows = await db.tenancy.findMany({
    where: {
      isSystem: false,
      deletedAt: null,
      ...(isSystemOwner(session) ? {} : { id: { in: ids } }),
    },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: maxTenancies,
    select: {
      id: true,
      clientId: true,
      name: true,
      environment: true,
      rpId: true,
      suspendedAt: true,
    },
  });
  return rows.flatMap(({ suspendedAt, ...row }) => {
    const role = roleIn(session, row.id);
    return role === null ? [] : [{ ...row, suspended: suspendedAt !== null, role }];
  });
}
