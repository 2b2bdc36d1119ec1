import { z } from "zod";
import type { Tenant } from "@/bench/fairness/tenant";
import { type Installation, openService } from "@/bench/targets/installation";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { createTenancy } from "@/lib/domain/admin/tenancy/create-tenancy";
import { populate } from "@/testing/population";

/** Adds a tenancy with a vault and a key that may export it. */
export async function addExportingTenant(
  installation: Installation,
  passkeys: number,
): Promise<Tenant> {
  const { service, actor, enter, close } = openService(installation);
  const { origin } = installation;
  const tenancy = await createTenancy(service, actor, {
    name: "Exporting",
    environment: "production",
    rpId: "localhost",
    allowedOrigins: [origin],
  });
  const { key } = await createApiKey(enter(tenancy), { name: "Export", scopes: ["vault:export"] });
  await populate(service.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: service.clock.now(),
    users: passkeys,
    passkeys,
    rareEvery: passkeys,
  });
  await close();
  return { id: tenancy.id, apiKey: "", exportKey: key, redirectUri: "", origin };
}
