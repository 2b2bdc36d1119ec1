import { getConfig } from "@/lib/config";

const sent = { "Strict-Transport-Security": "max-age=31536000" };
const none: Record<string, string> = {};

/**
 * Returns the HSTS header for an https base URL, unless HSTS=off (RFC 6797). Without
 * `includeSubDomains` and `preload`, because other hosts of the domain may not support https.
 */
export const transportSecurityHeaders = (): Record<string, string> =>
  getConfig().hsts ? sent : none;
