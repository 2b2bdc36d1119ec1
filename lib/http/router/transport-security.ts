import { getConfig } from "@/lib/config";

const sent = { "Strict-Transport-Security": "max-age=31536000" };
const none: Record<string, string> = {};

/**
 * HSTS for an https base URL, unless HSTS=off (RFC 6797). Without `includeSubDomains` and
 * `preload`: other hosts of the domain are not this installation's to decide on.
 */
export const transportSecurityHeaders = (): Record<string, string> =>
  getConfig().hsts ? sent : none;
