import type { Base64URLString } from "@simplewebauthn/server";
import type { CredentialKey } from "./keys";

/** A credential source on the device (WebAuthn L3 §4). Tests may change the mutable fields. */
export interface DeviceCredential {
  readonly id: Base64URLString;
  readonly rpId: string;
  readonly key: CredentialKey;
  userHandle: Base64URLString;
  /** The last signature counter that the device reported without a lie. */
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
}
