import type { OperatorSession } from "@/lib/domain/admin/operator/session/find-session";
import { admitOperator, type ConsoleContext } from "./console-context";
import { readRequestFacts } from "./request-facts";

/**
 * Returns the tenancy whose page the operator opened last, for the navigation of pages of the
 * installation; undefined if there is none, or the operator has no role in it any longer.
 */
export async function findKeptTenancy(
  session: OperatorSession,
): Promise<ConsoleContext["tenancy"] | undefined> {
  const tenancyId = (await readRequestFacts()).cookie("keystead-tenancy");
  if (tenancyId === undefined) return undefined;
  const ctx = await admitOperator(session, tenancyId, "overview.read");
  return ctx?.tenancy;
}
