import type { Bytes, CborValue } from "./bytes";
import type { DeviceCredential } from "./device-credential";
import type { Algorithm } from "./keys";

/**
 * Falsified parts of one response. Members are independent, and absent ones keep the correct value.
 * Signing happens after the lies, so only `signature` breaks a signature.
 */
export interface Lies {
  // Client data (WebAuthn L3 §5.8.1)

  /** `type`, for example "webauthn.get" at registration. */
  type?: string;
  /** `challenge` in the JSON. distorted-base64url.ts creates near misses. */
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /**
   * Additional members after the standard ones. A member with the same name replaces the standard
   * one.
   */
  extraClientData?: Record<string, unknown>;
  /** Changes the encoded client data JSON. */
  changeClientData?: (honest: Bytes) => Bytes;
  /** Replaces the client data JSON. */
  clientDataBytes?: Bytes;

  // Authenticator data (WebAuthn L3 §6.1), in both ceremonies

  /** The RP ID that is hashed into the authenticator data. */
  rpId?: string;
  /**
   * Sets or clears flag bits regardless of the data: `ed: true` adds no extension, `at: false`
   * removes nothing.
   */
  flags?: Partial<Record<"up" | "uv" | "be" | "bs" | "at" | "ed", boolean>>;
  /** The signature counter of this response. The device keeps its own. */
  counter?: number;
  /**
   * Authenticator extension outputs (WebAuthn L3 §9.5), with ED set unless `flags` says otherwise.
   */
  extensions?: Map<string, CborValue>;
  /** Appended to the authenticator data. */
  trailingAuthenticatorData?: Bytes;
  /** Replaces the authenticator data. */
  authenticatorData?: Bytes;

  // Attested credential data (WebAuthn L3 §6.5.1), at registration

  /** UUID of the model. */
  aaguid?: string;
  /**
   * Base64url id of the new credential, also stored on the device. Up to 65,535 bytes, or a known
   * id.
   */
  credentialId?: string;
  /** Generates a real key of this algorithm, even if not offered. */
  algorithm?: Algorithm;
  /** The `alg` label of the COSE key and the JSON. The key material is unchanged. */
  algorithmLabel?: number;
  /** Omits the attested credential data. Clears AT unless `flags` says otherwise. */
  withoutAttestedData?: boolean;

  // Attestation (WebAuthn L3 §6.5.4), at registration

  /** `fmt`, known or invented. */
  attestationFormat?: string;
  /** Replaces the `attStmt` of the format. */
  attestationStatement?: CborValue;
  /** Appended to the encoded attestation object. */
  trailingAttestationObject?: Bytes;
  /** Replaces the attestation object. hostile-cbor.ts creates malicious ones. */
  attestationObject?: Bytes;

  // Signature (WebAuthn L3 §6.5.5): of the assertion, and of a packed self attestation

  /**
   * `other-data` is a valid signature of other data, `other-key` signs the right data with another
   * key, `malformed` lacks a byte.
   */
  signature?:
    "other-data" | "other-key" | "empty" | "malformed" | Bytes | ((honest: Bytes) => Bytes);

  // The response around it (WebAuthn L3 §5.1)

  /** `id` and, unless it has its own lie, `rawId`. The attested credential id is unchanged. */
  id?: string;
  rawId?: string;
  /** Assertions: another user's handle (base64url), or none with `null`. */
  userHandle?: string | null;
  /**
   * Registrations: `credProps.rk`, whether the credential is discoverable (WebAuthn L3 §10.1.3).
   */
  residentKey?: boolean;
  /** Registrations: any strings, known to the specification or not. */
  transports?: string[];

  // Which credential is used

  /** Registrations: creates a credential even if an excluded one is on the device. */
  ignoreExcludeCredentials?: boolean;
  /** Assertions: uses this credential regardless of the allow list and the RP ID. */
  answerWith?: DeviceCredential;
}
