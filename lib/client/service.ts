import { fail, Failure, type KeysteadError } from "./errors";
import type { SignalName } from "./signal";

/** What happens during a ceremony, for a progress display or a trace. */
export type CeremonyEvent =
  /**
   * A call to the service has ended; `status` is 0 when nothing answered, `ms` are milliseconds.
   */
  | { type: "request"; method: "POST"; path: string; status: number; ms: number }
  /** The browser shows its prompt. */
  | { type: "prompt" }
  /** Passkeys are offered in the form field's autofill. */
  | { type: "offer" }
  /** The standing offer got new options before the old ones expired. */
  | { type: "renewal" }
  /** The device was told what changed, by the method of `PublicKeyCredential` of that name. */
  | { type: "signal"; name: SignalName };

/** Called at once; what it throws ends the ceremony. */
export type EventListener = (event: CeremonyEvent) => void;

/**
 * What every ceremony, and every call that tells the device something, takes besides its own
 * options.
 */
export interface CeremonyOptions {
  /** Told what happens, instead of the listener of the constructor. */
  onEvent?: EventListener;
  /** Ends the ceremony, or takes a standing offer back, with `@error/Aborted`. */
  signal?: AbortSignal;
}

/** Where the service is and who calls it. */
export interface Caller {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** One ceremony's calls to the service. */
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
 * The service says so only of a passkey that no tenancy of its installation knows, so the device
 * may forget it.
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

/**
 * @returns a function that posts JSON and answers the reply; it throws the service's error, or
 * Network
 */
export function createPost(
  { endpoint, tenancyId, clientId }: Caller,
  onEvent?: EventListener,
): Post {
  return async <T>(name: string, body: object, signal: AbortSignal) => {
    const path = `/v2/${tenancyId}/${name}`;
    const startedAt = performance.now();
    let response: Response | undefined;
    let reply: unknown;
    try {
      response = await fetch(endpoint + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "X-CLIENT-ID": clientId },
        body: JSON.stringify(body),
        credentials: "omit",
        signal,
      });
      reply = await read(response);
    } catch {
      // Offline, refused by CORS, or aborted: fetch does not tell the first two apart.
    }
    const status = response?.status ?? 0;
    onEvent?.({ type: "request", method: "POST", path, status, ms: performance.now() - startedAt });
    if (signal.aborted) throw fail("@error/Aborted", "The ceremony was ended.");
    if (response?.ok && typeof reply === "object" && reply !== null) return reply as T;
    if (isTagged(reply)) throw toFailure(reply);
    throw response === undefined
      ? fail(
          "@error/Network",
          "The service could not be reached, or it does not allow this page's origin.",
        )
      : fail("@error/Network", `What answered with status ${status} is not the service.`, {
          status,
        });
  };
}
