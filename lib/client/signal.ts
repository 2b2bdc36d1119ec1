import type { EventListener, SignalName } from "./service";

/**
 * A problem that did not fail the call. The service returns the first two codes, the browser causes
 * the others.
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

type Signals = Partial<Record<SignalName, (details: object) => Promise<void>>>;

// Older browsers lack these methods or `PublicKeyCredential` itself.
const device = () => (globalThis as { PublicKeyCredential?: Signals }).PublicKeyCredential;

export const canSignal = (name: SignalName): boolean => typeof device()?.[name] === "function";

export const unsupported: PasskeyWarning = {
  code: "BROWSER_SIGNAL_UNSUPPORTED",
  message: "This browser cannot send changes to its passkey manager.",
};

/**
 * Passes each change to the device. A failed signal does not stop the others.
 * @returns a warning for each failed signal
 */
export async function signalAll(
  name: SignalName,
  details: object[],
  onEvent?: EventListener,
): Promise<PasskeyWarning[]> {
  if (details.length === 0)
    return [{ code: "EMPTY_SIGNAL_PAYLOAD", message: "There was nothing to send to the device." }];
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
