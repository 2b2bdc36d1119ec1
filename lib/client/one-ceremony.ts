import { WebAuthnAbortService } from "@simplewebauthn/browser";
import { fail } from "./errors";

interface Ceremony {
  isOffer: boolean;
  controller: AbortController;
  ended: Promise<void>;
}

// A document has at most one pending WebAuthn request (Credential Management §2.5), so this is one
// variable for the module, not one for each `Keystead` instance.
let current: Ceremony | undefined;

const cancelRetryMs = 50;

/**
 * Runs the browser's part of a ceremony. Aborting the signal closes the browser's prompt.
 * @throws Failure `@error/Aborted` after an abort
 */
export async function prompt<T>(signal: AbortSignal, show: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = () => {
    WebAuthnAbortService.cancelCeremony();
    // The request may not have reached the browser yet: repeat until it ends.
    timer = setTimeout(close, cancelRetryMs);
  };
  if (signal.aborted) close();
  signal.addEventListener("abort", close);
  try {
    return await show();
  } catch (caught) {
    // Safari rejects an aborted request with an empty error or undefined, so check the signal.
    throw signal.aborted ? fail("@error/Aborted", "The ceremony was aborted.") : caught;
  } finally {
    signal.removeEventListener("abort", close);
    clearTimeout(timer);
  }
}

/**
 * Runs one ceremony at a time. Aborts the previous ceremony and waits for its end first.
 * @throws Failure `@error/Aborted` if `signal` is already aborted, if a later ceremony starts, or
 * if this is an autofill offer while a prompt is open
 */
export async function runAlone<T>(
  isOffer: boolean,
  signal: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const previous = current;
  if (signal?.aborted || (isOffer && previous?.isOffer === false))
    throw fail("@error/Aborted", "Another ceremony is in progress.");
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal?.addEventListener("abort", abort);
  previous?.controller.abort();
  const running = (async () => {
    await previous?.ended;
    if (controller.signal.aborted) throw fail("@error/Aborted", "The ceremony was aborted.");
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
