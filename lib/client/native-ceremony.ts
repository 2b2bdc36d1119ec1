import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";
import { parseCreationOptions, parseRequestOptions } from "./parse-options";
import { readResponse } from "./read-response";

/** Creates a passkey. */
export async function createCredential(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  isAutomatic: boolean,
): Promise<RegistrationResponseJSON> {
  const { publicKey, isNative } = parseCreationOptions(optionsJSON);
  const signal = WebAuthnAbortService.createNewAbortSignal();
  const mediation = isAutomatic ? { mediation: "conditional" } : {};
  const created = await navigator.credentials.create({ publicKey, signal, ...mediation });
  return readResponse(created, isNative) as RegistrationResponseJSON;
}

/** Signs in with a passkey. */
export async function getCredential(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  isOffer = false,
): Promise<AuthenticationResponseJSON> {
  if (isOffer && !document.querySelector("input[autocomplete$='webauthn']"))
    throw new Error("The page has no <input> whose autocomplete attribute ends with “webauthn”.");
  const { publicKey, isNative } = parseRequestOptions(optionsJSON);
  // An offer is open to every passkey, and some browsers match nothing against an empty list.
  if (isOffer || publicKey.allowCredentials?.length === 0) delete publicKey.allowCredentials;
  const signal = WebAuthnAbortService.createNewAbortSignal();
  const mediation = isOffer ? { mediation: "conditional" as const } : {};
  const picked = await navigator.credentials.get({ publicKey, signal, ...mediation });
  return readResponse(picked, isNative) as AuthenticationResponseJSON;
}
