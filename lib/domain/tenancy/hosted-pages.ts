import type { Tenancy } from "./tenancy";
import { localhostOf } from "./origin";

/**
 * `rpId`: the one that passkeys are made and used for on the hosted pages. `reason`: a sentence for
 * the settings page.
 */
export type HostedPages = { available: true; rpId: string } | { available: false; reason: string };

type Settings = Pick<Tenancy, "isSystem" | "environment" | "rpId" | "rpIds" | "allowedOrigins">;

const isAtOrBelow = (host: string, rpId: string) => host === rpId || host.endsWith(`.${rpId}`);

/**
 * Whether the hosted pages of a tenancy can work at this base URL (contract §8): a browser makes
 * and uses passkeys there only for an rpId that the page's host lies at or below, or whose related
 * origins name the page (WebAuthn L3 §5.11). Asked when they are switched on and again at every
 * use, since both the base URL and the settings change.
 */
export function findHostedPages(tenancy: Settings, baseUrl: string): HostedPages {
  if (tenancy.isSystem)
    return { available: false, reason: "The operators' own tenancy has no hosted pages." };
  const localhost = localhostOf(tenancy, baseUrl);
  if (localhost !== null) return { available: true, rpId: localhost };
  const { protocol, hostname } = new URL(baseUrl);
  const { rpId, rpIds, allowedOrigins } = tenancy;
  if (protocol !== "https:")
    return {
      available: false,
      reason: `Passkeys need https, and the service's base URL is ${baseUrl}.`,
    };
  if (isAtOrBelow(hostname, rpId) || allowedOrigins.includes(baseUrl))
    return { available: true, rpId };
  const further = rpIds.some((each) => isAtOrBelow(hostname, each));
  const remedy = further
    ? `Add ${baseUrl} to the allowed origins, so that it becomes a related origin of ${rpId}.`
    : `Serve Keystead at or below ${rpId}, such as https://id.${rpId}, and set BASE_URL to that.`;
  return {
    available: false,
    reason: `Browsers use passkeys of ${rpId} only there and at its related origins, and the service's base URL is ${baseUrl}. ${remedy}`,
  };
}
