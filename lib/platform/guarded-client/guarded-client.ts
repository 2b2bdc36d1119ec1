import type { WebhookSettings } from "@/lib/config";
import { limits } from "@/lib/limits";
import { mayConnect } from "@/lib/outgoing/address-rules";
import { parseTarget } from "@/lib/outgoing/parse-target";
import type { Clock } from "@/lib/platform/clock";
import type { Answer, RequestFailure, RequestOutcome } from "./request-outcome";
import { resolveHost } from "./resolve-host";
import { createTlsContext, sendRequest } from "./send-request";

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
