import { Resolver } from "node:dns/promises";
import { knownAddresses } from "@/lib/outgoing/known-addresses";

interface Resolution {
  /** Name servers as `address` or `address:port`. Default: those of the machine. */
  nameServers?: readonly string[] | undefined;
  /** How long the look-up may take, in milliseconds. */
  resolveMs: number;
  signal: AbortSignal;
}

const attemptsPerLookUp = 4;

/**
 * Returns all addresses of a host, IPv4 first. Asks name servers through c-ares: `dns.lookup` waits
 * in the threads that also verify signatures, so names that nothing answers for would block sign-ins.
 * @returns none if the host has no address, or no answer arrives in time
 */
export async function resolveHost(host: string, resolution: Resolution): Promise<string[]> {
  const known = knownAddresses(host);
  if (known !== undefined) return known;
  const { nameServers, resolveMs, signal } = resolution;
  // A resolver of its own, so that canceling ends only this look-up.
  const resolver = new Resolver({ timeout: Math.ceil(resolveMs / attemptsPerLookUp), tries: 2 });
  if (nameServers !== undefined) resolver.setServers(nameServers);
  const cancel = () => resolver.cancel();
  const timer = setTimeout(cancel, resolveMs);
  signal.addEventListener("abort", cancel);
  try {
    const families = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return families.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}
