import { isoUint8Array } from "@simplewebauthn/server/helpers";
import type { Bytes } from "./bytes";
import type { Lies } from "./lies";

/** What a client collects about one ceremony (WebAuthn L3 §5.8.1). */
export interface ClientDataFacts {
  type: "webauthn.create" | "webauthn.get";
  /** Base64url, as the options brought it. */
  challenge: string;
  origin: string;
}

/** The bytes of clientDataJSON, members in the order of WebAuthn L3 §5.8.1.1. */
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
  return isoUint8Array.fromUTF8String(JSON.stringify(clientData));
}
