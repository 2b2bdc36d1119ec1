import { localhostOf } from "./origin";
import type { Tenancy } from "./tenancy";
import { localhostOrigin } from "./web-address";

/**
 * Whether hosted pages can work. `rpId` is the relying party of passkeys on these pages. `reason` is
 * text for the settings page, and `setting` what it advises to change.
 */
export type HostedPages =
  | { available: true; rpId: string }
  | { available: false; reason: string; setting?: HostedPagesSetting };

/** A setting of the tenancy, or the variable of the installation. */
export type HostedPagesSetting = "environment" | "allowedOrigins" | "BASE_URL";

type Settings = Pick<Tenancy, "isSystem" | "environment" | "rpId" | "rpIds" | "allowedOrigins">;

const isAtOrBelow = (host: string, rpId: string) => host === rpId || host.endsWith(`.${rpId}`);

const serveAt = (rpId: string) =>
  `Serve Keystead at or below ${rpId}, such as https://id.${rpId}, and set BASE_URL to that.`;

function withoutHttps({ rpId }: Settings, baseUrl: string): HostedPages {
  const isLocalhost = localhostOrigin.test(baseUrl);
  const remedy = isLocalhost
    ? "To use them on localhost, set the environment to development."
    : serveAt(rpId);
  return {
    available: false,
    reason: `Passkeys require https, but the service’s base URL is ${baseUrl}. ${remedy}`,
    setting: isLocalhost ? "environment" : "BASE_URL",
  };
}

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
  if (protocol !== "https:") return withoutHttps(tenancy, baseUrl);
  if (isAtOrBelow(hostname, rpId) || allowedOrigins.includes(baseUrl))
    return { available: true, rpId };
  const isFurtherRpId = rpIds.some((each) => isAtOrBelow(hostname, each));
  const remedy = isFurtherRpId
    ? `Add ${baseUrl} to the allowed origins, so that it becomes a related origin of ${rpId}.`
    : serveAt(rpId);
  return {
    available: false,
    reason:
      `Browsers allow passkeys of ${rpId} only there and on its related origins, ` +
      `but the service’s base URL is ${baseUrl}. ${remedy}`,
    setting: isFurtherRpId ? "allowedOrigins" : "BASE_URL",
  };
}

type WithPages = Parameters<typeof findHostedPages>[0] &
  Pick<Tenancy, "id" | "hostedPages" | "accountPage">;

/**
 * Returns the address of the page on which users see and change their passkeys; null if the tenancy
 * has no such page.
 */
export const findAccountPage = (tenancy: WithPages, baseUrl: string): string | null =>
  tenancy.hostedPages && tenancy.accountPage && findHostedPages(tenancy, baseUrl).available
    ? `${baseUrl}/auth/${tenancy.id}/account`
    : null;
