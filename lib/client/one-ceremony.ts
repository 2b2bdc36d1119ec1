import { WebAuthnAbortService } from "@simplewebauthn/browser";
import { fail } from "./errors";

interface Ceremony {
  isOffer: boolean;
  controller: AbortController;
  ended: Promise<void>;
}

// A document has one pending WebAuthn request (Credential Management §2.5), whoever of its scripts
// made it.
let current: Ceremony | undefined;

const againMs = 50;

/** Shows the browser's part of a ceremony; it is closed when the signal is aborted. */
export async function prompt<T>(signal: AbortSignal, show: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    WebAuthnAbortService.cancelCeremony();
    // It may only now be on its way to the browser, where there is nothing to cancel yet.
    timer = setTimeout(close, againMs);
  };
  if (signal.aborted) close();
  signal.addEventListener("abort", close);
  try {
    return await show();
  } catch (caught) {
    // Safari rejects an aborted request with an empty error, or with none: only the signal tells.
    throw signal.aborted ? fail("@error/Aborted", "The ceremony was ended.") : caught;
  } finally {
    signal.removeEventListener("abort", close);
    clearTimeout(timer);
  }
}

/**
 * Runs a ceremony as the only one of the page: an older one is ended and waited for. An offer never
 * takes a prompt away from the person who reads it.
 */
export async function runAlone<T>(
  isOffer: boolean,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const before = current;
  if (signal?.aborted || (isOffer && before?.isOffer === false))
    throw fail("@error/Aborted", "Another ceremony is under way.");
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  before?.controller.abort();
  const running = (async () => {
    await before?.ended;
    if (controller.signal.aborted) throw fail("@error/Aborted", "The ceremony was ended.");
    return run(controller.signal);
  })();
  const ended = running.then(
    () => undefined,
    () => undefined,
  );
  const ceremony = (current = { isOffer, controller, ended });
  try {
    return await running;
  } finally {
    signal?.removeEventListener("abort", abort);
    if (current === ceremony) current = undefined;
  }
}
