import type { ClientInfo, Service, TenancyContext } from "@/lib/domain/context";
import { getSystemTenancy } from "./get-system-tenancy";

/** What is known of the request that an operator, or somebody who wants to become one, makes. */
export interface OperatorRequest {
  requestId: string;
  client: ClientInfo;
}

/** The system tenancy, on behalf of somebody who is not known yet. */
export async function systemContext(
  service: Service,
  request: OperatorRequest,
): Promise<TenancyContext> {
  const tenancy = await getSystemTenancy(service);
  return {
    ...service,
    ...service.shareOf(tenancy.id),
    ...request,
    tenancy,
    actor: { kind: "browser" },
  };
}

/** The same, acting as that operator. */
export const asOperator = (ctx: TenancyContext, sub: string): TenancyContext => ({
  ...ctx,
  actor: { kind: "operator", id: sub },
});
