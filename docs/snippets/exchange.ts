import { keystead } from "./keystead.ts";

export interface Principal {
  /** Keystead's id of the user. */
  sub: string;
  /** Your id of the user, or the sub until you set one. */
  userId: string;
  authenticatorId: string;
  /** How sure the sign-in is: with user verification, without, or by an emailed code. */
  assurance: "aal2" | "aal1" | "none";
  operation: "registration" | "authentication";
  purpose?: string;
  /** `availableAt` is present while the passkey is in quarantine. */
  passkey?: { userVerified: boolean; availableAt?: number };
  user: { email: string; givenName: string; familyName: string; emailVerified: boolean };
}

/** Exchanges a code for the signed-in user. With `userId`, also sets your own id of the user. */
export function exchangeCode(code: string, userId?: string): Promise<Principal> {
  return keystead<Principal>(
    "POST",
    `principal/${encodeURIComponent(code)}`,
    userId === undefined ? {} : { userId },
  );
}

/** Whether to open a session. A passkey in quarantine can be added, but it can't sign in yet. */
export const opensSession = ({ passkey }: Principal): boolean => passkey?.availableAt === undefined;
