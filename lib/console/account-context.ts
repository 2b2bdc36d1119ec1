import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { getService } from "@/lib/service/service";
import { requireOperator } from "./console-context";
import { readRequestFacts } from "./request-facts";

/**
 * Returns the system tenancy and the signed-in operator, for pages about the operator's own account.
 * Redirects visitors to the sign-in.
 */
export async function accountContext(): Promise<{ ctx: TenancyContext; session: OperatorSession }> {
  const session = await requireOperator();
  return { ctx: await systemContext(getService(), await readRequestFacts()), session };
}
