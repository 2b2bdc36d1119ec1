import type { EventListener } from "./service";

/**
 * Something that did not hinder the call. The first two come from the service, the others from this
 * browser.
 */
export interface PasskeyWarning {
  code:
    | "NO_PASSKEYS_FOUND"
    | "PASSKEY_NOT_FOUND"
    | "BROWSER_SIGNAL_UNSUPPORTED"
    | "BROWSER_SIGNAL_FAILED"
    | "EMPTY_SIGNAL_PAYLOAD";
  message: string;
  passkeyId?: string;
}

/** The methods of `PublicKeyCredential` that tell a device what changed (WebAuthn L3 §5.1.10). */
export type SignalName =
  "signalCurrentUserDetails" | "signalUnknownCredential" | "signalAllAcceptedCredentials";

type Signals = Partial<Record<SignalName, (details: object) => Promise<void>>>;

// Older browsers lack the methods, or all of passkeys.
const device = () => (globalThis as { PublicKeyCredential?: Signals }).PublicKeyCredential;

export const canSignal = (name: SignalName): boolean => typeof device()?.[name] === "function";

export const unsupported: PasskeyWarning = {
  code: "BROWSER_SIGNAL_UNSUPPORTED",
  message: "This browser cannot tell its passkey manager what changed.",
};

/**
 * Tells the device each detail, and answers what went wrong; one that fails does not keep the
 * others back.
 */
export async function signalAll(
  name: SignalName,
  details: object[],
  onEvent?: EventListener,
): Promise<PasskeyWarning[]> {
  if (details.length === 0)
    return [{ code: "EMPTY_SIGNAL_PAYLOAD", message: "There was nothing to tell the device." }];
  const warnings: PasskeyWarning[] = [];
  for (const detail of details) {
    try {
      await device()?.[name]?.(detail);
      onEvent?.({ type: "signal", name });
    } catch (caught) {
      warnings.push({
        code: "BROWSER_SIGNAL_FAILED",
        message: caught instanceof Error ? caught.message : String(caught),
      });
    }
  }
  return warnings;
}
