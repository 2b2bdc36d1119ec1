import { badRequest } from "@/lib/errors";
import { localhostOf } from "./origin";
import type { Tenancy } from "./tenancy";

const isLocalhost = (rpId: string) => rpId === "localhost" || rpId.endsWith(".localhost");

/**
 * Returns the rpId of a ceremony: the requested one, else the tenancy's. In a development tenancy a
 * localhost page gets its own host, because browsers refuse any other there.
 * @throws BadRequest (rpId) if the tenancy does not have the requested rpId
 */
export function resolveRpId(
  tenancy: Tenancy,
  requested: string | undefined,
  origin?: string,
): string {
  if (requested === undefined)
    return (origin === undefined ? null : localhostOf(tenancy, origin)) ?? tenancy.rpId;
  const known = requested === tenancy.rpId || tenancy.rpIds.includes(requested);
  if (known || (tenancy.environment === "development" && isLocalhost(requested))) return requested;
  throw badRequest("rpId", "is not a relying party id of this tenancy");
}
