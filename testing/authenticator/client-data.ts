import { isoUint8Array } from "@simplewebauthn/server/helpers";
import type { Bytes } from "./bytes";
import type { Lies } from "./lies";

/** Content of the client data of one ceremony (WebAuthn L3 §5.8.1). */
export interface ClientDataFacts {
  type: "webauthn.create" | "webauthn.get";
  /** Base64url, as in the options. */
  challenge: string;
  origin: string;
}

/** Encodes clientDataJSON with its members in the order of WebAuthn L3 §5.8.1.1. */
export function encodeClientData(facts: ClientDataFacts, lies: Lies): Bytes {
  if (lies.clientDataBytes) return lies.clientDataBytes;
  const clientData = {
    type: lies.type ?? facts.type,
    challenge: lies.challenge ?? facts.challenge,
    origin: lies.origin ?? facts.origin,
    crossOrigin: lies.crossOrigin ?? false,
    topOrigin: lies.topOrigin,
    ...lies.extraClientData,
  };
  const encoded = isoUint8Array.fromUTF8String(JSON.stringify(clientData));
  return lies.changeClientData?.(encoded) ?? encoded;
}
