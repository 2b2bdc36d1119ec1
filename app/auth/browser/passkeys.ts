import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
import { authenticatePasskey } from "@/lib/client/authenticate-passkey";
import { runAlone } from "@/lib/client/one-ceremony";
import { registerPasskey } from "@/lib/client/register-passkey";
import { postStep } from "./call-step";

export interface Done {
  returnTo: string;
  /** Lets the visitor create a passkey on this device, after a sign-in with another one. */
  deviceProof?: string;
  /** When the account is erased (ms). There is no sign-in, because the user has deleted it. */
  erasesAt?: number;
}

export const hasPasskeys = browserSupportsWebAuthn;
export const offersInFields = browserSupportsWebAuthnAutofill;

function signIn(mediation: "required" | "conditional", signal?: AbortSignal): Promise<Done> {
  const isOffer = mediation === "conditional";
  return runAlone(isOffer, signal, async (own) => {
    const ceremony = {
      post: postStep({}),
      onEvent: undefined,
      body: { mediation },
      signal: own,
      repairOrphans: false,
    };
    // The library returns the step's response, which contains the redirect.
    return (await authenticatePasskey(ceremony, isOffer)) as unknown as Done;
  });
}

/**
 * Prompts for any passkey.
 * @throws Failure
 */
export const askForPasskey = () => signIn("required");

/**
 * Offers passkeys in the email field until the user picks one or the signal aborts.
 * @throws Failure
 */
export const offerPasskeys = (signal: AbortSignal) => signIn("conditional", signal);

/**
 * Creates a passkey for the user who verified the mailbox, or who signed in with another device.
 * @throws Failure
 */
export const makePasskey = (
  proof: { proof: string } | { deviceProof: string },
  ended?: AbortSignal,
): Promise<Done> =>
  runAlone(
    false,
    ended,
    async (signal) =>
      (await registerPasskey(postStep(proof), undefined, {}, signal)) as unknown as Done,
  );
