import {
  base64URLStringToBuffer,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialDescriptorJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

interface Native {
  parseCreationOptionsFromJSON?: (json: object) => PublicKeyCredentialCreationOptions;
  parseRequestOptionsFromJSON?: (json: object) => PublicKeyCredentialRequestOptions;
}

/** Options for the browser, and whether its own methods understood them (WebAuthn L3 §5.1.9). */
interface Parsed<T> {
  publicKey: T;
  isNative: boolean;
}

const native = () => (globalThis as { PublicKeyCredential?: Native }).PublicKeyCredential;

function parse<T>(parseNatively: () => T | undefined, replace: () => T): Parsed<T> {
  try {
    const publicKey = parseNatively();
    if (publicKey !== undefined) return { publicKey, isNative: true };
  } catch {
    // Some browsers reject members that they don't know.
  }
  return { publicKey: replace(), isNative: false };
}

const toDescriptors = (descriptors: PublicKeyCredentialDescriptorJSON[] = []) =>
  descriptors.map((descriptor) => ({
    ...descriptor,
    id: base64URLStringToBuffer(descriptor.id),
  })) as PublicKeyCredentialDescriptor[];

export const parseCreationOptions = (
  json: PublicKeyCredentialCreationOptionsJSON,
): Parsed<PublicKeyCredentialCreationOptions> =>
  parse(
    () => native()?.parseCreationOptionsFromJSON?.(json),
    () =>
      ({
        ...json,
        challenge: base64URLStringToBuffer(json.challenge),
        user: { ...json.user, id: base64URLStringToBuffer(json.user.id) },
        excludeCredentials: toDescriptors(json.excludeCredentials),
      }) as PublicKeyCredentialCreationOptions,
  );

export const parseRequestOptions = (
  json: PublicKeyCredentialRequestOptionsJSON,
): Parsed<PublicKeyCredentialRequestOptions> =>
  parse(
    () => native()?.parseRequestOptionsFromJSON?.(json),
    () =>
      ({
        ...json,
        challenge: base64URLStringToBuffer(json.challenge),
        allowCredentials: toDescriptors(json.allowCredentials),
      }) as PublicKeyCredentialRequestOptions,
  );
