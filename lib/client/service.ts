import { fail, Failure, type KeysteadError } from "./errors";
import { watchPolicy } from "./watch-policy";

/** The signal methods of `PublicKeyCredential` (WebAuthn L3 §5.1.10). */
export type SignalName =
  "signalCurrentUserDetails" | "signalUnknownCredential" | "signalAllAcceptedCredentials";

/** A step of a ceremony, for a progress display or a trace. */
export type CeremonyEvent =
  /** A request to the service ended after `ms` milliseconds. `status` is 0 without a response. */
  | { type: "request"; method: "POST"; path: string; status: number; ms: number }
  /** The browser opens its prompt. */
  | { type: "prompt" }
  /** The form field's autofill offers passkeys. */
  | { type: "offer" }
  /** The autofill offer received new options before the old ones expired. */
  | { type: "renewal" }
  /** The device received a change through this method of `PublicKeyCredential`. */
  | { type: "signal"; name: SignalName };

/** Called synchronously. An error that it throws ends the ceremony. */
export type EventListener = (event: CeremonyEvent) => void;

/** Options that every method accepts. */
export interface CeremonyOptions {
  /** Receives this call's events instead of the constructor's listener. */
  onEvent?: EventListener;
  /** Aborts the prompt or the autofill offer with `@error/Aborted`. */
  signal?: AbortSignal;
}

/** The service and the client that calls it. */
export interface Caller {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** Where a page reports how a prompt ended. */
export const outcomePath = "passkey/outcome";

/** Posts JSON to a path of the tenancy and returns the parsed response. */
export type Post = <T>(path: string, body: object, signal: AbortSignal) => Promise<T>;

interface PasskeyNotFound {
  _tag: "@error/PasskeyNotFound";
  message: string;
  credentialId: string;
  rpId: string;
}

const isTagged = (value: unknown): value is KeysteadError | PasskeyNotFound =>
  typeof value === "object" &&
  value !== null &&
  String((value as { _tag?: unknown })._tag).startsWith("@error/");

/**
 * Converts an error response into a `Failure`. The service returns PasskeyNotFound only for a
 * passkey that no tenancy of the installation has, so removing it from the device is safe.
 */
function toFailure(reply: KeysteadError | PasskeyNotFound): Failure {
  if (reply._tag !== "@error/PasskeyNotFound") return new Failure(reply);
  const { message, credentialId, rpId } = reply;
  return fail("@error/OrphanedPasskey", message, { credentialId, rpId, repaired: false });
}

async function read(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}

/** Says why no response came, as far as the browser tells the page. */
const explainNoResponse = (endpoint: string, blockedBy: string | undefined): string =>
  blockedBy === undefined
    ? "The service is unreachable or does not allow this page's origin."
    : `This page's Content-Security-Policy blocks requests to ${endpoint}. Add it to ${blockedBy}.`;

/**
 * Creates the function that sends a ceremony's requests.
 * @returns a function that throws the service's error, `@error/Aborted` or `@error/Network`
 */
export function createPost(
  { endpoint, tenancyId, clientId }: Caller,
  onEvent?: EventListener,
): Post {
  return async <T>(name: string, body: object, signal: AbortSignal) => {
    const path = `/v2/${tenancyId}/${name}`;
    const startedAt = performance.now();
    const policy = watchPolicy(endpoint);
    let response: Response | undefined;
    let reply: unknown;
    let blockedBy: string | undefined;
    try {
      response = await fetch(endpoint + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CLIENT-ID": clientId },
        body: JSON.stringify(body),
        credentials: "omit",
        // The page may be about to close. Larger bodies could exceed what browsers keep alive.
        keepalive: name === outcomePath,
        signal,
      });
      reply = await read(response);
    } catch {
      // Offline, blocked by CORS or by the page's policy, or aborted.
      blockedBy = await policy.findDirective();
    } finally {
      policy.stop();
    }
    const status = response?.status ?? 0;
    onEvent?.({ type: "request", method: "POST", path, status, ms: performance.now() - startedAt });
    if (signal.aborted) throw fail("@error/Aborted", "The ceremony was aborted.");
    if (response?.ok && typeof reply === "object" && reply !== null) return reply as T;
    if (isTagged(reply)) throw toFailure(reply);
    throw response === undefined
      ? fail("@error/Network", explainNoResponse(endpoint, blockedBy))
      : fail("@error/Network", `Unexpected response with status ${status}.`, {
          status,
        });
  };
}
