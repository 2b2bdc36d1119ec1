import type { Bytes, CborValue } from "./bytes";
import type { DeviceCredential } from "./device-credential";
import type { Algorithm } from "./keys";

/**
 * What one response states falsely. Every member is independent of the others; an absent one leaves
 * the honest value. Everything signed is signed after the lie, so a lie never breaks a signature by
 * accident: only `signature` does.
 */
export interface Lies {
  // Client data (WebAuthn L3 §5.8.1)

  /** `type`, for example "webauthn.get" at registration. */
  type?: string;
  /** `challenge` as it stands in the JSON; distorted-base64url.ts makes near misses. */
  challenge?: string;
  origin?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /**
   * Further members after the usual ones; one of the same name replaces the usual one, whatever its
   * type.
   */
  extraClientData?: Record<string, unknown>;
  /** These bytes instead of any client data JSON. */
  clientDataBytes?: Bytes;

  // Authenticator data (WebAuthn L3 §6.1), in both ceremonies

  /** The RP ID that is hashed into the authenticator data. */
  rpId?: string;
  /**
   * Flag bits, set or cleared whatever the data says: `ed: true` adds no extension, `at: false`
   * removes nothing.
   */
  flags?: Partial<Record<"up" | "uv" | "be" | "bs" | "at" | "ed", boolean>>;
  /** The signature counter of this response only; the device keeps its own. */
  counter?: number;
  /**
   * Authenticator extension outputs (WebAuthn L3 §9.5), with ED set unless `flags` says otherwise.
   */
  extensions?: Map<string, CborValue>;
  /** Appended to the authenticator data. */
  trailingAuthenticatorData?: Bytes;
  /** These bytes instead of any authenticator data. */
  authenticatorData?: Bytes;

  // Attested credential data (WebAuthn L3 §6.5.1), at registration

  /** UUID of the model. */
  aaguid?: string;
  /**
   * Base64url id of the new credential, stored on the device too: of any length up to 65 535 bytes,
   * or a known one.
   */
  credentialId?: string;
  /** Makes a real key of this algorithm, offered or not. */
  algorithm?: Algorithm;
  /** The `alg` label of the COSE key and of the JSON; the key material stays what it is. */
  algorithmLabel?: number;
  /** Leaves the attested credential data out, with AT clear unless `flags` says otherwise. */
  withoutAttestedData?: boolean;

  // Attestation (WebAuthn L3 §6.5.4), at registration

  /** `fmt`, known or invented. */
  attestationFormat?: string;
  /** `attStmt` in place of the one that the format calls for. */
  attestationStatement?: Map<string, CborValue>;
  /** Appended to the encoded attestation object. */
  trailingAttestationObject?: Bytes;
  /** These bytes instead of any attestation object; hostile-cbor.ts makes nasty ones. */
  attestationObject?: Bytes;

  // Signature (WebAuthn L3 §6.5.5): of the assertion, and of a packed self attestation

  /**
   * `other-data` is well formed and by the right key, `other-key` over the right data, `malformed`
   * lacks a byte.
   */
  signature?:
    "other-data" | "other-key" | "empty" | "malformed" | Bytes | ((honest: Bytes) => Bytes);

  // The response around it (WebAuthn L3 §5.1)

  /**
   * `id` and, unless it has its own lie, `rawId`; the attested credential id stays the credential's
   * own.
   */
  id?: string;
  rawId?: string;
  /** Assertions: somebody else's user handle (base64url), or none with `null`. */
  userHandle?: string | null;
  /**
   * Registrations: `credProps.rk`, whether the credential is discoverable (WebAuthn L3 §10.1.3).
   */
  residentKey?: boolean;
  /** Registrations: any strings, known to the specification or not. */
  transports?: string[];

  // Which credential acts

  /** Registrations: makes a credential although an excluded one is on the device. */
  ignoreExcludeCredentials?: boolean;
  /** Assertions: answers with this credential, whatever the allow list and the RP ID ask for. */
  answerWith?: DeviceCredential;
}
