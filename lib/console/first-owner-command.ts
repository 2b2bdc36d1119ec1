import { commandLine, getConfig } from "@/lib/config";
import { hasOperators } from "@/lib/domain/admin/operator/session/operator-link";
import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import { getService } from "@/lib/service/service";
import { readRequestFacts } from "./request-facts";

/**
 * Returns the command that prints a link for the first owner. Null once there is an owner, and outside
 * local mode: only local mode, which listens on loopback addresses, says whether there is one.
 */
export async function firstOwnerCommand(): Promise<string | null> {
  // Read the request first: Next prerenders pages that don't, and a build has no configuration.
  const facts = await readRequestFacts();
  const config = getConfig();
  if (config.mode !== "local") return null;
  const system = await systemContext(getService(), facts);
  return (await hasOperators(system))
    ? null
    : `${commandLine(config)} operator recover --email you@example.com`;
}
