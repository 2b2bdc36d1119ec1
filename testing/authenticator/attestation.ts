import { isoCBOR, isoUint8Array } from "@simplewebauthn/server/helpers";
import type { Bytes, CborValue } from "./bytes";
import type { CredentialKey } from "./keys";
import type { Lies } from "./lies";
import { signCeremony } from "./signature";

/**
 * `none` has no statement (WebAuthn L3 §8.7). `packed-self` is signed with the credential's own key
 * (§8.2, self attestation).
 */
export type Attestation = "none" | "packed-self";

/** Content of an attestation object (WebAuthn L3 §6.5.4). */
export interface AttestationFacts {
  attestation: Attestation;
  authenticatorData: Bytes;
  clientData: Bytes;
  key: CredentialKey;
}

/** Encodes an attestation object as CBOR: `fmt`, `attStmt`, `authData` (WebAuthn L3 §6.5.4). */
export function encodeAttestationObject(facts: AttestationFacts, lies: Lies): Bytes {
  if (lies.attestationObject) return lies.attestationObject;
  const attestationObject = new Map<string, CborValue>([
    ["fmt", lies.attestationFormat ?? (facts.attestation === "none" ? "none" : "packed")],
    ["attStmt", lies.attestationStatement ?? honestStatement(facts, lies)],
    ["authData", facts.authenticatorData],
  ]);
  return isoUint8Array.concat([
    isoCBOR.encode(attestationObject),
    lies.trailingAttestationObject ?? new Uint8Array(),
  ]);
}

function honestStatement(facts: AttestationFacts, lies: Lies): Map<string, CborValue> {
  if (facts.attestation === "none") return new Map();
  return new Map<string, CborValue>([
    ["alg", facts.key.algorithm],
    ["sig", signCeremony(facts, lies)],
  ]);
}
