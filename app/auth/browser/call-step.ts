import { fail, Failure, type KeysteadError } from "@/lib/client/errors";
import type { Post } from "@/lib/client/service";
import { data } from "./page-data";

/** A refusal of mailed codes, which the browser library does not know. */
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

/** Paths that the browser library's ceremonies post to, and the steps that answer them here. */
const steps: Record<string, string> = {
  "passkey/authentication/options": "passkey-options",
  "passkey/authentication/verification": "passkey-sign-in",
  "passkey/registration/options": "new-passkey-options",
  "passkey/registration/verification": "new-passkey",
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

/**
 * One call of the page to the service, for the request that its ticket seals. Throws the service's
 * error, or Network.
 */
export async function callStep<T>(step: string, body: object, signal?: AbortSignal): Promise<T> {
  let reply: unknown;
  let isOk = false;
  try {
    const response = await fetch(`${data.steps}/${step}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ ...body, ticket: data.ticket }),
      credentials: "same-origin",
      ...(signal === undefined ? {} : { signal }),
    });
    isOk = response.ok;
    reply = await response.json();
  } catch {
    // Offline, aborted, or not the service that answers.
  }
  if (signal?.aborted) throw fail("@error/Aborted", "The ceremony was ended.");
  if (isOk && typeof reply === "object" && reply !== null) return reply as T;
  throw isTagged(reply)
    ? toFailure(reply)
    : fail("@error/Network", "The service could not be reached.");
}

/** For the browser library's ceremonies; `more` goes with every call. */
export const postStep =
  (more: object): Post =>
  (path, body, signal) =>
    callStep(steps[path] ?? path, { ...body, ...more }, signal);

/** The error that something caught carries. */
export const refusalOf = (caught: unknown): Refusal =>
  caught instanceof Failure
    ? caught.error
    : { _tag: "@error/Network", message: "Something unexpected happened in the page." };
