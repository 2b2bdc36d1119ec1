import { isIP } from "node:net";

const loopback = ["127.0.0.1", "::1"];

/** Names that always mean this machine (RFC 6761 §6.3). */
const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost");

/**
 * Returns the addresses that a host has without a look-up: itself, or those of this machine.
 * @returns undefined for any other name
 */
export function knownAddresses(host: string): string[] | undefined {
  if (isIP(host) !== 0) return [host];
  return isLocalhost(host) ? loopback : undefined;
}
