import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";
import { isIP } from "node:net";
import type { WebhookSettings } from "@/lib/config";
import { limits } from "@/lib/limits";
import { mayConnect } from "@/lib/outgoing/address-rules";
import { knownAddresses } from "@/lib/outgoing/known-addresses";
import { parseTarget } from "@/lib/outgoing/parse-target";
import type { Clock } from "@/lib/platform/clock";
import type { Answer, RequestFailure, RequestOutcome } from "./request-outcome";
import { createTlsContext, sendRequest } from "./send-request";

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
async function resolveHost(host: string, resolution: Resolution): Promise<string[]> {
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

interface OutgoingMessage {
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Sends requests to URLs that a tenancy chose. */
export interface GuardedClient {
  /** Sends a POST request. Never throws, follows no redirect and repeats nothing. */
  post(url: string, message: OutgoingMessage): Promise<RequestOutcome>;
  /** Ends all requests with the failure `closed`, also later ones. */
  close(): Promise<void>;
}

interface GuardedClientParts {
  settings: WebhookSettings;
  /** Measures how long requests take. */
  clock: Clock;
  /** Name servers as `address` or `address:port`. Default: those of the machine. */
  nameServers?: readonly string[];
  /** Default: the machine's. */
  hostsFile?: string;
  /** Certificates to trust, as PEM. Default: those of Node. */
  authorities?: string;
  /** Replaces bounds of `limits.guardedRequest`. */
  bounds?: Partial<Record<keyof typeof limits.guardedRequest, number>>;
}

/**
 * Creates the one client for URLs that a tenancy chose. Everyone who can change a webhook chooses
 * where this process connects to, and reads the status and the excerpt of the answer. So a request
 * reaches public addresses only, unless the installation allows others.
 *
 * 1. `parseTarget` checks user, scheme and port.
 * 2. `resolveHost` resolves the name once.
 * 3. `mayConnect` checks every address. One that isn't allowed ends the request.
 * 4. `sendRequest` connects to the checked addresses, and verifies the certificate for the name.
 */
export function createGuardedClient(parts: GuardedClientParts): GuardedClient {
  const { settings, clock, nameServers, hostsFile, authorities } = parts;
  const bounds = { ...limits.guardedRequest, ...parts.bounds };
  const secureContext = createTlsContext(authorities);
  const open = new Map<AbortController, Promise<unknown>>();
  let isClosed = false;

  async function attempt(
    url: string,
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<Answer | RequestFailure> {
    const target = parseTarget(url, settings);
    if (typeof target === "string") return "url";
    const { resolveMs, resolvedAddresses } = bounds;
    const addresses = await resolveHost(target.host, { nameServers, hostsFile, resolveMs, signal });
    if (signal.aborted) return signal.reason as RequestFailure;
    if (addresses.length === 0 || addresses.length > resolvedAddresses) return "dns";
    if (!mayConnect(target, addresses, settings)) return "address";
    return sendRequest({ target, addresses, ...message, secureContext, bounds, signal });
  }

  return {
    async post(url, message) {
      const startedAt = clock.now();
      const controller = new AbortController();
      const end = (reason: RequestFailure) => controller.abort(reason);
      if (isClosed) end("closed");
      const timer = setTimeout(end, bounds.totalMs, "timeout" satisfies RequestFailure);
      const attempted = attempt(url, message, controller.signal);
      open.set(controller, attempted);
      try {
        const outcome = await attempted;
        const ms = clock.now() - startedAt;
        return typeof outcome === "string" ? { failure: outcome, ms } : { ...outcome, ms };
      } finally {
        clearTimeout(timer);
        open.delete(controller);
      }
    },
    async close() {
      isClosed = true;
      for (const controller of open.keys()) controller.abort("closed" satisfies RequestFailure);
      await Promise.allSettled(open.values());
    },
  };
}
