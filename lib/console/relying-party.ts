import { systemContext } from "@/lib/domain/admin/operator/system-tenancy";
import { getService } from "@/lib/service/service";
import { readRequestFacts } from "./request-facts";

/** Options of the browser library for the console's ceremonies. None is secret. */
export interface ConsoleRelyingParty {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** Returns the system tenancy's options for the browser library. */
export async function readRelyingParty(): Promise<ConsoleRelyingParty> {
  // Read the request first: Next prerenders pages that don't, and a build has no configuration.
  const facts = await readRequestFacts();
  const service = getService();
  const { tenancy } = await systemContext(service, facts);
  return { endpoint: service.baseUrl, tenancyId: tenancy.id, clientId: tenancy.clientId };
}
