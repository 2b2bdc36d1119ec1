import { platformAuthenticatorIsAvailable } from "@simplewebauthn/browser";
import { callStep, refusalOf } from "./call-step";
import { notifyOf } from "./explain";
import { type Done, makePasskey } from "./passkeys";
import { endCancel, leave, notify, setBusy, show } from "./view";

/** A sign-in with a phone or a security key, while its user decides about this device. */
let signedIn: { returnTo: string; deviceProof: string } | undefined;
const decided = new AbortController();

/** The code of the sign-in expires after five minutes. */
const patienceMs = 240_000;

/** Tells users who have deleted their account when it is erased. */
export function showErasing(erasesAt: number): void {
  setBusy(false);
  show("erasing", { time: erasesAt });
}

/** Returns to the application, or first offers a passkey for this device. */
export async function finish({ returnTo, deviceProof, erasesAt }: Done): Promise<void> {
  if (erasesAt !== undefined) return showErasing(erasesAt);
  if (deviceProof === undefined || !(await platformAuthenticatorIsAvailable()))
    return leave(returnTo);
  signedIn = { returnTo, deviceProof };
  setBusy(false);
  endCancel();
  show("device");
  setTimeout(() => {
    decided.abort();
    leave(returnTo);
  }, patienceMs);
}

/** Creates the passkey, and returns to the application. */
export async function createHere(button: HTMLButtonElement): Promise<void> {
  if (signedIn === undefined) return;
  const { returnTo, deviceProof } = signedIn;
  notify();
  setBusy(true, button);
  try {
    await makePasskey({ deviceProof }, decided.signal);
    leave(returnTo);
  } catch (caught) {
    const refusal = refusalOf(caught);
    if (refusal._tag === "@error/PasskeyAlreadyOnDevice") return leave(returnTo);
    setBusy(false);
    notifyOf(refusal, "notMade");
  }
}

/** Returns to the application. This browser doesn't offer it again for 30 days. */
export async function declineHere(button: HTMLButtonElement): Promise<void> {
  if (signedIn === undefined) return;
  const { returnTo, deviceProof } = signedIn;
  setBusy(true, button);
  // The sign-in has succeeded, even if the choice can’t be stored.
  await callStep("decline-device-passkey", { deviceProof }).catch(() => undefined);
  leave(returnTo);
}
