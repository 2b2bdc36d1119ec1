import { findHolders, listTenancies, type Named } from "@/lib/domain/admin/tenancy/list-tenancies";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { badRequest, ServiceError } from "@/lib/errors";
import { notFound } from "./exit-code";

export const tenancyOption = [
  "--tenancy <id>",
  "the tenancy's id; optional if there is only one",
] as const;

export const tenancyOfIdOption = [
  "--tenancy <id>",
  "the tenancy's id; needed only if several tenancies have this id",
] as const;

async function onlyTenancy(service: Service, named?: Named): Promise<string> {
  const all = await listTenancies(service);
  const [only, ...others] = all;
  if (only === undefined)
    throw new ServiceError(
      "@error/InvalidTenancy",
      undefined,
      "No tenancies yet. Create one with: keystead tenancy create",
    );
  if (others.length === 0) return only.id;
  if (named !== undefined) {
    const tenancyIds = all.map(({ id }) => id);
    const [holder, ...further] = await findHolders(service, { named, tenancyIds });
    if (holder !== undefined && further.length === 0) return holder;
    if (holder === undefined)
      throw notFound(`None of the ${all.length} tenancies has ${Object.values(named).join("")}.`);
  }
  throw badRequest(
    "--tenancy",
    `choose one of the ${all.length} tenancies. List them with: keystead tenancy list`,
  );
}

/**
 * Creates the context of the tenancy that `--tenancy` names, of the only one, or of the only one that
 * has the named thing. It never selects the system tenancy.
 * @throws InvalidTenancy · NotFound if no tenancy has it · BadRequest if there are several
 */
export async function selectTenancy(
  service: Service,
  id: string | undefined,
  named?: Named,
): Promise<TenancyContext> {
  const wanted = id ?? (await onlyTenancy(service, named));
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
