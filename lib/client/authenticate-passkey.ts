import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import { toFailure } from "./device-error";
import { fail, Failure } from "./errors";
import { removeOrphan } from "./manage-passkeys";
import { getCredential } from "./native-ceremony";
import { prompt } from "./one-ceremony";
import type { AuthenticationSuccess } from "./principal";
import type { UserVerification } from "./register-passkey";
import { reportOutcome } from "./report-outcome";
import type { CeremonyOptions, EventListener, Post } from "./service";
import { canSignal, signalAll } from "./signal";

/** Self-service sign-in, if the tenancy allows it, or one that your backend authorized. */
export type AuthenticatePasskeyOptions = CeremonyOptions & {
  /**
   * Offers passkeys in the autofill of an `<input autocomplete="username webauthn">` instead of
   * prompting. The promise stays pending until the user picks one. Options renew before they expire.
   */
  autofill?: boolean;
  /** Removes an orphaned passkey from the device. The sign-in still fails. */
  repairOrphans?: boolean;
} & (
    | {
        /** Limits the prompt to this account's passkeys. Not allowed with `autofill`. */
        email?: string;
        userVerification?: UserVerification;
        /** Timeout of the prompt in milliseconds: 10,000 to 600,000, default 300,000. */
        timeout?: number;
      }
    | { authenticationToken: string }
  );

interface Options {
  sessionToken: string;
  optionsJSON: PublicKeyCredentialRequestOptionsJSON;
}

interface Ceremony {
  post: Post;
  onEvent: EventListener | undefined;
  body: object;
  signal: AbortSignal;
  repairOrphans: boolean;
}

const allAccepted = "signalAllAcceptedCredentials";
const defaultTimeoutMs = 300_000;
const retryMs = 15_000;

async function promptForPasskey(
  { post, signal, onEvent }: Ceremony,
  { sessionToken, optionsJSON }: Options,
): Promise<AuthenticationResponseJSON> {
  const shownAt = performance.now();
  onEvent?.({ type: "prompt" });
  return prompt(signal, () => getCredential(optionsJSON)).catch((caught: unknown) => {
    const waitedMs = performance.now() - shownAt;
    const failure = toFailure(caught, waitedMs, optionsJSON.timeout ?? defaultTimeoutMs);
    reportOutcome(post, sessionToken, failure, caught, waitedMs);
    throw failure;
  });
}

/**
 * Offers passkeys in the form field until the user picks one.
 * @returns the assertion, or the renewed options when they arrive first
 */
async function offerOnce(
  ceremony: Ceremony,
  { optionsJSON }: Options,
  renew?: () => Promise<Options>,
): Promise<AuthenticationResponseJSON | Options> {
  const offer = new AbortController();
  const withdraw = () => offer.abort();
  let renewed: Options | undefined;
  let hasEnded = false;
  const tryToRenew = async () => {
    try {
      // Keep the old offer until the new options arrive: the field always offers passkeys.
      renewed = await renew?.();
      if (renewed !== undefined) withdraw();
    } catch {
      if (hasEnded) return;
      timer = setTimeout(() => void tryToRenew(), retryMs);
    }
  };
  let timer = setTimeout(() => void tryToRenew(), (optionsJSON.timeout ?? defaultTimeoutMs) * 0.9);
  ceremony.signal.addEventListener("abort", withdraw);
  if (ceremony.signal.aborted) withdraw();
  try {
    return await prompt(offer.signal, () => getCredential(optionsJSON, true));
  } catch (caught) {
    if (renewed !== undefined && !ceremony.signal.aborted) return renewed;
    throw toFailure(caught, 0, Infinity);
  } finally {
    hasEnded = true;
    clearTimeout(timer);
    ceremony.signal.removeEventListener("abort", withdraw);
  }
}

const isOptions = (value: AuthenticationResponseJSON | Options): value is Options =>
  "optionsJSON" in value;

async function repair(
  caught: unknown,
  { id }: AuthenticationResponseJSON,
  onEvent: EventListener | undefined,
): Promise<unknown> {
  const { error } = caught instanceof Failure ? caught : {};
  if (error?._tag !== "@error/OrphanedPasskey" || error.credentialId !== id) return caught;
  const { warnings } = await removeOrphan(error, onEvent);
  return new Failure({ ...error, repaired: warnings.length === 0 });
}

async function verify(
  { post, signal, onEvent, repairOrphans }: Ceremony,
  { sessionToken }: Options,
  response: AuthenticationResponseJSON,
): Promise<AuthenticationSuccess> {
  let newDevice = false;
  if (response.authenticatorAttachment === "cross-platform")
    // Not awaited: the code expires, and a browser may never settle it.
    void platformAuthenticatorIsAvailable().then((isAvailable) => (newDevice = isAvailable));
  try {
    const success = await post<AuthenticationSuccess>(
      "passkey/authentication/verification",
      { sessionToken, response },
      signal,
    );
    const { acceptedPasskeys } = success;
    if (acceptedPasskeys !== undefined && canSignal(allAccepted))
      // Not awaited: the code expires, and a browser may never settle a signal.
      void signalAll(allAccepted, [acceptedPasskeys], onEvent);
    return { ...success, token: success.code, ...(newDevice ? { newDevice } : {}) };
  } catch (caught) {
    throw repairOrphans ? await repair(caught, response, onEvent) : caught;
  }
}

async function offer(
  ceremony: Ceremony,
  first: Options,
  getOptions: () => Promise<Options>,
  canRenew: boolean,
): Promise<AuthenticationSuccess> {
  let options = first;
  ceremony.onEvent?.({ type: "offer" });
  for (;;) {
    const picked = await offerOnce(ceremony, options, canRenew ? getOptions : undefined);
    if (isOptions(picked)) {
      options = picked;
      ceremony.onEvent?.({ type: "renewal" });
      continue;
    }
    try {
      return await verify(ceremony, options, picked);
    } catch (caught) {
      // The device slept past the renewal. The user has just picked a passkey, so prompt once more.
      if (!canRenew || !(caught instanceof Failure) || caught.error._tag !== "@error/InvalidToken")
        throw caught;
      const fresh = await getOptions();
      return verify(ceremony, fresh, await promptForPasskey(ceremony, fresh));
    }
  }
}

export async function authenticatePasskey(
  ceremony: Ceremony,
  autofill: boolean,
): Promise<AuthenticationSuccess> {
  if (!browserSupportsWebAuthn())
    throw fail("@error/PasskeyUnsupported", "This browser does not support passkeys.");
  if (autofill && !(await browserSupportsWebAuthnAutofill()))
    throw fail("@error/PasskeyUnsupported", "This browser does not support passkey autofill.");
  const getOptions = () =>
    ceremony.post<Options>("passkey/authentication/options", ceremony.body, ceremony.signal);
  const options = await getOptions();
  // A token from your backend is single-use, so the library cannot renew its options.
  if (autofill)
    return offer(ceremony, options, getOptions, !("authenticationToken" in ceremony.body));
  return verify(ceremony, options, await promptForPasskey(ceremony, options));
}
