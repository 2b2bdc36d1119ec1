import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import { knownAddresses } from "@/lib/outgoing/known-addresses";

interface Resolution {
  /** Name servers as `address` or `address:port`. Default: those of the machine. */
  nameServers?: readonly string[] | undefined;
  /** Default: the machine's. */
  hostsFile?: string | undefined;
  /** How long the look-up may take, in milliseconds. */
  resolveMs: number;
  signal: AbortSignal;
}

const attemptsPerLookUp = 4;

const machinesHostsFile =
  process.platform === "win32" ? "C:\\Windows\\System32\\drivers\\etc\\hosts" : "/etc/hosts";

/** Returns the addresses of a name in the hosts file (hosts(5)). Read each time, because it may change. */
async function findInHosts(host: string, file: string): Promise<string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [address = "", ...names] = line.replace(/#.*/, "").trim().split(/\s+/);
    const isNamed = names.some((name) => name.toLowerCase().replace(/\.$/, "") === host);
    return isNamed && isIP(address) !== 0 ? [address] : [];
  });
}

/**
 * Returns all addresses of a host: those of the hosts file, else those of name servers, IPv4 first. Asks
 * them through c-ares: `dns.lookup` waits in the threads that also verify signatures, so names that
 * nothing answers for would block sign-ins.
 * @returns none if the host has no address, or no answer arrives in time
 */
export async function resolveHost(host: string, resolution: Resolution): Promise<string[]> {
  const known = knownAddresses(host);
  if (known !== undefined) return known;
  const { nameServers, hostsFile = machinesHostsFile, resolveMs, signal } = resolution;
  const inHosts = await findInHosts(host, hostsFile);
  if (inHosts.length > 0) return inHosts;
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
