/**
 * The signed-in user, as the page sees it. Your backend must exchange `code` and trust only the
 * principal that it receives.
 */
export interface Principal {
  /** Equals `code`. */
  token: string;
  /** The user's id in Keystead. */
  sub: string;
  /** The passkey's id. */
  authenticatorId: string;
  /** The user's id in your application if you set one, otherwise `sub`. */
  userId: string;
  /** Empty if never set. The same applies to the names. */
  email: string;
  givenName: string;
  familyName: string;
  emailVerified: boolean;
  authType: "passkey";
  /** Whether the device verified the user by fingerprint, face or PIN. */
  userVerified: boolean;
}

interface CeremonySuccess {
  /**
   * Single-use code that expires in 5 minutes. Send it to your backend, which exchanges it for the
   * principal.
   */
  code: string;
  /** Equals `code`: the name that version 1 uses. */
  token: string;
  /** JWT (ES256) that expires in 5 minutes. Empty if the new passkey is in quarantine. */
  id_token: string;
  principal: Principal;
}

/** A passkey was created and registered. */
export interface RegistrationSuccess extends CeremonySuccess {
  _tag: "RegistrationSuccess";
}

/** A user signed in. */
export interface AuthenticationSuccess extends CeremonySuccess {
  _tag: "AuthenticationSuccess";
  /**
   * The user signed in with a phone or a security key, and this device can store a passkey. Offer to
   * create one with `registerPasskey`, and don't ask again for 30 days if the user declines.
   */
  newDevice?: true;
  /**
   * Every passkey that the service stores for this user handle, if the tenancy sends signals after a
   * sign-in. The device has received it.
   */
  acceptedPasskeys?: { rpId: string; userId: string; allAcceptedCredentialIds: string[] };
}
