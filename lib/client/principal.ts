/**
 * What the page learns of the sign-in. Your backend must exchange `code` before it believes any of
 * it.
 */
export interface Principal {
  /** Equals `code`. */
  token: string;
  /** Our id of the user. */
  sub: string;
  /** The passkey's id. */
  authenticatorId: string;
  /** Your id of the user when you gave one, else `sub`. */
  userId: string;
  /** "" when never given, and so are the names. */
  email: string;
  givenName: string;
  familyName: string;
  emailVerified: boolean;
  authType: "passkey";
  /** Whether the device asked for a fingerprint, face or PIN. */
  userVerified: boolean;
}

interface CeremonySuccess {
  /**
   * One-time value, good for 5 minutes: hand it to your backend, which exchanges it for the
   * principal.
   */
  code: string;
  /** The same value, under the name of the older generation. */
  token: string;
  /** JWT (ES256), good for 5 minutes. */
  id_token: string;
  principal: Principal;
}

/** A passkey was made and registered. */
export interface RegistrationSuccess extends CeremonySuccess {
  _tag: "RegistrationSuccess";
}

/** Somebody signed in. */
export interface AuthenticationSuccess extends CeremonySuccess {
  _tag: "AuthenticationSuccess";
}
