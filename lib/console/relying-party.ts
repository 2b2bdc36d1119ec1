import { systemContext } from "@/lib/domain/operator/operator-context";
import { getService } from "@/lib/service/service";
import { readRequestFacts } from "./request-facts";

/** What the browser library needs for ceremonies of the console; nothing of it is secret. */
export interface ConsoleRelyingParty {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** The system tenancy, as the browser library addresses it. */
export async function readRelyingParty(): Promise<ConsoleRelyingParty> {
  // First, since a page that reads no request is drawn when building, where nothing is configured.
  const facts = await readRequestFacts();
  const service = getService();
  const { tenancy } = await systemContext(service, facts);
  return { endpoint: service.baseUrl, tenancyId: tenancy.id, clientId: tenancy.clientId };
}
