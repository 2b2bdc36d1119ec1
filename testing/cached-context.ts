import type { Service, TenancyContext } from "@/lib/domain/context";
import { readTenancy } from "@/lib/domain/tenancy/cached-tenancy";

/** Returns a context of the tenancy's current version, as a request without a key has it. */
export async function cachedContext(
  service: Service,
  { tenancy: { id } }: TenancyContext,
): Promise<TenancyContext> {
  const read = await readTenancy(service, id);
  if (read === null) throw new Error("the tenancy doesn't exist");
  return {
    ...service,
    tenancy: read.tenancy,
    actor: { kind: "browser" },
    callerVersion: { tenancyVersion: read.version, isConfirmed: false },
    requestId: "test",
    client: {},
  };
}
