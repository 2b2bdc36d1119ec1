import { badRequest } from "@/lib/errors";
import { localhostOf } from "./origin";
import type { Tenancy } from "./tenancy";

const isLocalhost = (rpId: string) => rpId === "localhost" || rpId.endsWith(".localhost");

/**
 * The rpId of a ceremony: the caller's when the tenancy has it, else the setting. A page on
 * localhost of a development tenancy gets its own host, since a browser refuses any other there.
 * @throws BadRequest when the tenancy does not have the caller's rpId
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
