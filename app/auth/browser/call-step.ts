import { fail, Failure, type KeysteadError } from "@/lib/client/errors";
import { outcomePath, type Post } from "@/lib/client/service";
import { data } from "./page-data";

/** An error of emailed codes, which the browser library does not have. */
interface CodeRefusal {
  _tag:
    | "@error/InvalidChallenge"
    | "@error/InvalidChallengeCode"
    | "@error/ChallengeExpired"
    | "@error/ChallengeAttemptsExceeded"
    | "@error/ChallengeRateLimited";
  message: string;
  attemptsRemaining?: number;
  retryAfterSeconds?: number;
}

export type Refusal = KeysteadError | CodeRefusal;

const outcomeStep = "outcome";

/** Maps the paths of the browser library's ceremonies to the steps of the hosted pages. */
const steps: Record<string, string> = {
  "passkey/authentication/options": "passkey-options",
  "passkey/authentication/verification": "passkey-sign-in",
  "passkey/registration/options": "new-passkey-options",
  "passkey/registration/verification": "new-passkey",
  [outcomePath]: outcomeStep,
};

interface PasskeyNotFound {
  _tag: "@error/PasskeyNotFound";
  message: string;
  credentialId: string;
  rpId: string;
}

const isTagged = (value: unknown): value is Refusal | PasskeyNotFound =>
  typeof value === "object" &&
  value !== null &&
  String((value as { _tag?: unknown })._tag).startsWith("@error/");

function toFailure(reply: Refusal | PasskeyNotFound): Failure {
  if (reply._tag !== "@error/PasskeyNotFound") return new Failure(reply as KeysteadError);
  const { message, credentialId, rpId } = reply;
  return fail("@error/OrphanedPasskey", message, { credentialId, rpId, repaired: false });
}

const send = (step: string, body: object, signal?: AbortSignal) =>
  fetch(`${data.steps}/${step}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      ...body,
      ticket: data.ticket,
      pageLocale: document.documentElement.lang,
    }),
    // A report needs no cookie, and outlives the page.
    ...(step === outcomeStep
      ? { credentials: "omit", keepalive: true }
      : { credentials: "same-origin" }),
    ...(signal === undefined ? {} : { signal }),
  });

const unreachable = () => fail("@error/Network", "The service could not be reached.");

/**
 * Calls a step whose reply is a file.
 * @throws Failure as callStep
 */
export async function callStepForFile(step: string): Promise<Blob> {
  const response = await send(step, {}).catch(() => undefined);
  if (response?.ok === true)
    return response.blob().catch(() => {
      throw unreachable();
    });
  const reply: unknown = await response?.json().catch(() => undefined);
  throw isTagged(reply) ? toFailure(reply) : unreachable();
}

/**
 * Calls a step for the request that the page's ticket seals.
 * @throws Failure with the service's error, `@error/Aborted` or `@error/Network`
 */
export async function callStep<T>(step: string, body: object, signal?: AbortSignal): Promise<T> {
  let reply: unknown;
  let isOk = false;
  try {
    const response = await send(step, body, signal);
    isOk = response.ok;
    reply = await response.json();
  } catch {
    // Offline, aborted, or a response that is not JSON.
  }
  if (signal?.aborted) throw fail("@error/Aborted", "The ceremony was ended.");
  if (isOk && typeof reply === "object" && reply !== null) return reply as T;
  throw isTagged(reply) ? toFailure(reply) : unreachable();
}

/** Returns the function that sends a ceremony's requests. Every body includes `more`. */
export const postStep =
  (more: object): Post =>
  (path, body, signal) =>
    callStep(steps[path] ?? path, { ...body, ...more }, signal);

/** Returns the error of a caught value. */
export const refusalOf = (caught: unknown): Refusal =>
  caught instanceof Failure
    ? caught.error
    : { _tag: "@error/Network", message: "Something unexpected happened in the page." };
