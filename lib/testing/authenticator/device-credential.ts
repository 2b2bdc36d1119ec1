import type { Base64URLString } from "@simplewebauthn/server";
import type { CredentialKey } from "./keys";

/**
 * A credential source that the device keeps (WebAuthn L3 §4). Tests may change what is not
 * readonly.
 */
export interface DeviceCredential {
  readonly id: Base64URLString;
  readonly rpId: string;
  readonly key: CredentialKey;
  userHandle: Base64URLString;
  /** The last signature counter that the device reported honestly. */
  counter: number;
  backupEligible: boolean;
  backedUp: boolean;
}
