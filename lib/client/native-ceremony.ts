import {
  type AuthenticationResponseJSON,
  bufferToBase64URLString,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from "@simplewebauthn/browser";

interface Native {
  parseCreationOptionsFromJSON?: (json: object) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON?: (json: object) => PublicKeyCredentialRequestOptions;
}

type Device = Partial<Record<string, ArrayBuffer | null>> & { getTransports?: () => string[] };

interface Created {
  id: string;
  rawId: ArrayBuffer;
  type: string;
  authenticatorAttachment?: string | null;
  response: Device;
  getClientExtensionResults: () => object;
  toJSON?: () => object;
}

const binary = ["clientDataJSON", "attestationObject", "authenticatorData", "signature"];

/** Asks the browser to parse the options (WebAuthn L3 §5.1.9). Undefined if it cannot. */
function parse<Name extends keyof Native>(
  name: Name,
  json: object,
): ReturnType<NonNullable<Native[Name]>> | undefined {
  const { PublicKeyCredential } = globalThis as { PublicKeyCredential?: Native };
  try {
    return PublicKeyCredential?.[name]?.(json) as ReturnType<NonNullable<Native[Name]>> | undefined;
  } catch {
    return undefined;
  }
}

/** Converts the browser's response to JSON (WebAuthn L3 §5.1). */
function toJson(credential: unknown): object {
  if (!credential) throw new Error("The browser returned no passkey.");
  const created = credential as Created;
  try {
    const json = created.toJSON?.();
    if (json !== undefined) return json;
  } catch {
    // Some password managers return an object whose toJSON() throws "Illegal invocation".
  }
  const { id, rawId, type, response, authenticatorAttachment } = created;
  const fields: Record<string, unknown> = { transports: response.getTransports?.() };
  for (const name of [...binary, "userHandle"]) {
    const value = response[name];
    if (value) fields[name] = bufferToBase64URLString(value);
  }
  return {
    ...{ id, rawId: bufferToBase64URLString(rawId), type, response: fields },
    ...{ authenticatorAttachment, clientExtensionResults: created.getClientExtensionResults() },
  };
}

/** Creates a passkey. SimpleWebAuthn replaces what the browser lacks. */
export async function createCredential(
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
  isAutomatic: boolean,
): Promise<RegistrationResponseJSON> {
  const publicKey = parse("parseCreationOptionsFromJSON", optionsJSON);
  if (publicKey === undefined)
    return startRegistration({ optionsJSON, useAutoRegister: isAutomatic });
  const signal = WebAuthnAbortService.createNewAbortSignal();
  const mediation = isAutomatic ? { mediation: "conditional" } : {};
  const created = await navigator.credentials.create({ publicKey, signal, ...mediation });
  return toJson(created) as RegistrationResponseJSON;
}

/** Signs in with a passkey. SimpleWebAuthn replaces what the browser lacks. */
export async function getCredential(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  isOffer = false,
): Promise<AuthenticationResponseJSON> {
  const publicKey = parse("parseRequestOptionsFromJSON", optionsJSON);
  // SimpleWebAuthn rejects an offer on a page without a field for it.
  if (
    publicKey === undefined ||
    (isOffer && !document.querySelector("input[autocomplete$='webauthn']"))
  )
    return startAuthentication({ optionsJSON, useBrowserAutofill: isOffer });
  // An offer is open to every passkey, and some browsers match nothing against an empty list.
  if (isOffer || publicKey.allowCredentials?.length === 0) delete publicKey.allowCredentials;
  const signal = WebAuthnAbortService.createNewAbortSignal();
  const mediation = isOffer ? { mediation: "conditional" as const } : {};
  const picked = await navigator.credentials.get({ publicKey, signal, ...mediation });
  return toJson(picked) as AuthenticationResponseJSON;
}
