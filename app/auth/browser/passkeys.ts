import { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill } from "@simplewebauthn/browser";
import { authenticatePasskey } from "@/lib/client/authenticate-passkey";
import { runAlone } from "@/lib/client/one-ceremony";
import { registerPasskey } from "@/lib/client/register-passkey";
import { postStep } from "./call-step";

export interface Done {
  returnTo: string;
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
    // The library passes on what the steps answer, and they answer where to go.
    return (await authenticatePasskey(ceremony, isOffer)) as unknown as Done;
  });
}

/** Asks for a passkey, whichever the person picks. Throws a Failure. */
export const askForPasskey = () => signIn("required");

/**
 * Offers passkeys in the address field until one is picked, or the signal ends it. Throws a
 * Failure.
 */
export const offerPasskeys = (signal: AbortSignal) => signIn("conditional", signal);

/** Makes a passkey for whoever proved the mailbox. Throws a Failure. */
export const makePasskey = (proof: string): Promise<Done> =>
  runAlone(
    false,
    undefined,
    async (signal) =>
      (await registerPasskey(postStep({ proof }), undefined, {}, signal)) as unknown as Done,
  );
