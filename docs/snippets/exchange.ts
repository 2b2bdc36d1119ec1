import { keystead } from "./keystead";

export interface Principal {
  /** Keystead's id of the user. */
  sub: string;
  /** Your id of the user, once you have told it; until then the sub. */
  userId: string;
  authenticatorId: string;
  operation: "registration" | "authentication";
  purpose?: string;
  passkey?: { userVerified: boolean };
  user: { email: string; givenName: string; familyName: string; emailVerified: boolean };
}

/** Who signed in. With `userId`, Keystead remembers your own id of the user from here on. */
export function exchangeCode(code: string, userId?: string): Promise<Principal> {
  return keystead<Principal>(
    "POST",
    `principal/${encodeURIComponent(code)}`,
    userId === undefined ? {} : { userId },
  );
}
