import type { Service, TenancyContext } from "@/lib/domain/context";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { listTenancies } from "@/lib/domain/tenancy/list-tenancies";
import { badRequest, ServiceError } from "@/lib/errors";

export const tenancyOption = [
  "--tenancy <id>",
  "the tenancy's id; may be left out where there is only one",
] as const;

async function onlyTenancy(service: Service): Promise<string> {
  const [only, ...others] = await listTenancies(service);
  if (only === undefined)
    throw new ServiceError(
      "@error/InvalidTenancy",
      undefined,
      "There is no tenancy yet; make one with: keystead tenancy create",
    );
  if (others.length > 0)
    throw badRequest(
      "--tenancy",
      `say which of the ${others.length + 1} tenancies is meant; keystead tenancy list shows them.`,
    );
  return only.id;
}

/**
 * The context of the tenancy that `--tenancy` names, or of the only one. The system tenancy is none
 * of them.
 * @throws InvalidTenancy · BadRequest when it has to be named
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
      `There is no tenancy ${wanted}; keystead tenancy list shows them.`,
    );
  return {
    ...service,
    tenancy,
    actor: { kind: "system" },
    requestId: service.createId(),
    client: {},
  };
}
