import {
  browserSupportsWebAuthnAutofill,
  platformAuthenticatorIsAvailable,
} from "@simplewebauthn/browser";
import { canSignal } from "./signal";

/** What the browser can do (WebAuthn L3 §5.1.7). A missing member is not known. */
export interface ClientCapabilities {
  /** Creates a passkey without a prompt: `upgradeToPasskey`. */
  conditionalCreate?: boolean;
  /** Offers passkeys in form fields. */
  conditionalGet?: boolean;
  /** Signs in with a phone that scans a QR code. */
  hybridTransport?: boolean;
  passkeyPlatformAuthenticator?: boolean;
  userVerifyingPlatformAuthenticator?: boolean;
  relatedOrigins?: boolean;
  signalAllAcceptedCredentials?: boolean;
  signalCurrentUserDetails?: boolean;
  signalUnknownCredential?: boolean;
  /** Further capabilities, such as `extension:prf`. */
  [name: string]: boolean | undefined;
}

type Native = { getClientCapabilities?: () => Promise<ClientCapabilities> } | undefined;

/** Asks the browser, or else finds out what other methods reveal. Never rejects. */
export async function getClientCapabilities(): Promise<ClientCapabilities> {
  const { PublicKeyCredential } = globalThis as { PublicKeyCredential?: Native };
  const signals = ["AllAcceptedCredentials", "CurrentUserDetails", "UnknownCredential"] as const;
  const found: ClientCapabilities = {
    conditionalGet: await browserSupportsWebAuthnAutofill(),
    userVerifyingPlatformAuthenticator: await platformAuthenticatorIsAvailable(),
  };
  for (const signal of signals) found[`signal${signal}`] = canSignal(`signal${signal}`);
  try {
    return { ...found, ...(await PublicKeyCredential?.getClientCapabilities?.()) };
  } catch {
    return found;
  }
}
