import type { ClientInfo, Service, TenancyContext } from "@/lib/domain/base/context";
import { getSystemTenancy } from "./get-system-tenancy";

/** A console request, from an operator or from a visitor who is not signed in. */
export interface OperatorRequest {
  requestId: string;
  client: ClientInfo;
}

/** Creates a context in the system tenancy for a visitor who is not signed in. */
export async function systemContext(
  service: Service,
  request: OperatorRequest,
): Promise<TenancyContext> {
  const tenancy = await getSystemTenancy(service);
  return {
    ...service,
    db: service.shareOf(tenancy.id),
    ...request,
    tenancy,
    actor: { kind: "browser" },
  };
}

/** Returns the context with this operator as the actor. */
export const asOperator = (ctx: TenancyContext, sub: string): TenancyContext => ({
  ...ctx,
  actor: { kind: "operator", id: sub },
});
