import { isoUint8Array } from "@simplewebauthn/server/helpers";
import { type Bytes, sha256 } from "./bytes";
import { type CredentialKey, generateCredentialKey } from "./keys";
import type { Lies } from "./lies";

/**
 * The signed data of both ceremonies: authenticator data, then the hash of the client data
 * (WebAuthn L3 §6.3.3, §8.2).
 */
export interface SignatureFacts {
  authenticatorData: Bytes;
  clientData: Bytes;
  key: CredentialKey;
}

/** Signs one ceremony in the format of WebAuthn L3 §6.5.5. */
export function signCeremony(
  { authenticatorData, clientData, key }: SignatureFacts,
  lies: Lies,
): Bytes {
  const data = isoUint8Array.concat([authenticatorData, sha256(clientData)]);
  switch (lies.signature) {
    case undefined:
      return key.sign(data);
    case "other-data":
      return key.sign(sha256(data));
    case "other-key":
      return generateCredentialKey(key.algorithm).sign(data);
    case "empty":
      return new Uint8Array();
    case "malformed":
      return key.sign(data).slice(0, -1);
    default:
      return typeof lies.signature === "function" ? lies.signature(key.sign(data)) : lies.signature;
  }
}
