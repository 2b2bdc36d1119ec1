import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
} from "@simplewebauthn/browser";
import { getClientCapabilities } from "./capabilities";
import { toFailure } from "./device-error";
import { fail } from "./errors";
import { createCredential } from "./native-ceremony";
import { prompt } from "./one-ceremony";
import type { RegistrationSuccess } from "./principal";
import { reportOutcome } from "./report-outcome";
import type { CeremonyOptions, EventListener, Post } from "./service";

/**
 * Whether the device verifies the user (WebAuthn L3 §5.8.6). It cannot go below the tenancy's
 * setting.
 */
export type UserVerification = "required" | "preferred" | "discouraged";

/** Self-service registration, if the tenancy allows it, or one that your backend authorized. */
export type RegisterPasskeyOptions = CeremonyOptions &
  (
    | {
        email: string;
        givenName?: string;
        familyName?: string;
        /** The name that the device shows beside the email. */
        displayName?: string;
        userVerification?: UserVerification;
        /** Timeout of the prompt in milliseconds: 10,000 to 600,000, default 300,000. */
        timeout?: number;
      }
    | { registrationToken: string }
  );

interface Options {
  sessionToken: string;
  optionsJSON: PublicKeyCredentialCreationOptionsJSON;
}

/** A registration that your backend authorized with `automatic: true`. */
export type UpgradeToPasskeyOptions = CeremonyOptions & { registrationToken: string };

export async function registerPasskey(
  post: Post,
  onEvent: EventListener | undefined,
  body: object,
  signal: AbortSignal,
  isAutomatic = false,
): Promise<RegistrationSuccess> {
  if (!browserSupportsWebAuthn())
    throw fail("@error/PasskeyUnsupported", "This browser does not support passkeys.");
  // Before the request, so that the token stays unused.
  if (isAutomatic && !(await getClientCapabilities()).conditionalCreate)
    throw fail(
      "@error/PasskeyUnsupported",
      "This browser does not create passkeys without a prompt.",
    );
  const { sessionToken, optionsJSON } = await post<Options>(
    "passkey/registration/options",
    body,
    signal,
  );
  const shownAt = performance.now();
  if (!isAutomatic) onEvent?.({ type: "prompt" });
  const response = await prompt(signal, () => createCredential(optionsJSON, isAutomatic)).catch(
    (caught: unknown) => {
      const waitedMs = performance.now() - shownAt;
      const failure = toFailure(caught, waitedMs, optionsJSON.timeout ?? Infinity);
      if (!isAutomatic) reportOutcome(post, sessionToken, failure, caught, waitedMs);
      throw failure;
    },
  );
  const success = await post<RegistrationSuccess>(
    "passkey/registration/verification",
    { sessionToken, response },
    signal,
  );
  return { ...success, token: success.code };
}
