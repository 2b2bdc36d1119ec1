import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { selectTenancy } from "./select-tenancy";

/** Which tenancy's policy a command is about. */
export interface PolicyTenancy {
  tenancy?: string;
  system?: true;
}

export const systemOption = [
  "--system",
  "the policy for the operators of this installation, instead of a tenancy's",
] as const;

/** Creates the context of the system tenancy, or of the one that `--tenancy` names. */
export async function selectPolicyTenancy(
  service: Service,
  { tenancy, system }: PolicyTenancy,
): Promise<TenancyContext> {
  if (system !== true) return selectTenancy(service, tenancy);
  const request = { requestId: service.createId(), client: {} };
  return { ...(await systemContext(service, request)), actor: { kind: "system" } };
}
