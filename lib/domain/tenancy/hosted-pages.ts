import { localhostOf } from "./origin";
import type { Tenancy } from "./tenancy";

/**
 * Whether hosted pages can work. `rpId` is the relying party of passkeys on these pages. `reason` is
 * a sentence for the settings page.
 */
export type HostedPages = { available: true; rpId: string } | { available: false; reason: string };

type Settings = Pick<Tenancy, "isSystem" | "environment" | "rpId" | "rpIds" | "allowedOrigins">;

const isAtOrBelow = (host: string, rpId: string) => host === rpId || host.endsWith(`.${rpId}`);

/**
 * Checks whether a tenancy's hosted pages can work at this base URL (contract §8). Browsers allow
 * passkeys only for an rpId that the page's host is at or below, or whose related origins include
 * the page (WebAuthn L3 §5.11).
 *
 * Checked when they are switched on and at every use, because the base URL and the settings can
 * change.
 */
export function findHostedPages(tenancy: Settings, baseUrl: string): HostedPages {
  if (tenancy.isSystem)
    return { available: false, reason: "The system tenancy has no hosted pages." };
  const localhost = localhostOf(tenancy, baseUrl);
  if (localhost !== null) return { available: true, rpId: localhost };
  const { protocol, hostname } = new URL(baseUrl);
  const { rpId, rpIds, allowedOrigins } = tenancy;
  if (protocol !== "https:")
    return {
      available: false,
      reason: `Passkeys require https, but the service's base URL is ${baseUrl}.`,
    };
  if (isAtOrBelow(hostname, rpId) || allowedOrigins.includes(baseUrl))
    return { available: true, rpId };
  const isFurtherRpId = rpIds.some((each) => isAtOrBelow(hostname, each));
  const remedy = isFurtherRpId
    ? `Add ${baseUrl} to the allowed origins, so that it becomes a related origin of ${rpId}.`
    : `Serve Keystead at or below ${rpId}, such as https://id.${rpId}, and set BASE_URL to that.`;
  return {
    available: false,
    reason:
      `Browsers allow passkeys of ${rpId} only there and on its related origins, ` +
      `but the service's base URL is ${baseUrl}. ${remedy}`,
  };
}
