import type { Service, TenancyContext } from "@/lib/domain/context";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { listTenancies } from "@/lib/domain/tenancy/list-tenancies";
import { badRequest, ServiceError } from "@/lib/errors";

export const tenancyOption = [
  "--tenancy <id>",
  "the tenancy's id; optional if there is only one",
] as const;

async function onlyTenancy(service: Service): Promise<string> {
  const [only, ...others] = await listTenancies(service);
  if (only === undefined)
    throw new ServiceError(
      "@error/InvalidTenancy",
      undefined,
      "No tenancies yet. Create one with: keystead tenancy create",
    );
  if (others.length > 0)
    throw badRequest(
      "--tenancy",
      `choose one of the ${others.length + 1} tenancies. List them with: keystead tenancy list`,
    );
  return only.id;
}

/**
 * Creates the context of the tenancy that `--tenancy` names, or of the only one. It never selects
 * the system tenancy.
 * @throws InvalidTenancy · BadRequest if there are several and none is named
 */
export async function selectTenancy(
  service: Service,
  id: string | undefined,
): Promise<TenancyContext> {
  const wanted = id ?? (await onlyTenancy(service));
  const tenancy = await findTenancy(service, wanted);
  if (tenancy === null || tenancy.isSystem)
    throw new ServiceError(
      "@error/InvalidTenancy",
      undefined,
      `Tenancy ${wanted} not found. List them with: keystead tenancy list`,
    );
  return {
    ...service,
    tenancy,
    actor: { kind: "system" },
    requestId: service.createId(),
    client: {},
  };
}
