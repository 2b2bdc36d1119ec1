import { keystead } from "./keystead.ts";

/** What a row of your users table needs. `sub` is Keystead's id of the user. */
export interface Account {
  sub?: string;
  email: string;
  emailVerified: boolean;
}

interface User {
  email: string;
  enabled: boolean;
}

/**
 * Returns the account that a code for this email signs in to. Call checkCode first. An operator may
 * have disabled the user: then it throws, because "no account" could make you create a second one.
 */
export async function findAccount<Row extends Account>(
  accounts: readonly Row[],
  email: string,
): Promise<Row | undefined> {
  // Anyone can claim an email. Only the account that has verified it belongs to its owner.
  const account = accounts.find((row) => row.emailVerified && row.email === email);
  if (account?.sub === undefined) return account;
  const { user } = await keystead<{ user: User }>("GET", `user/${encodeURIComponent(account.sub)}`);
  if (!user.enabled) throw new Error("This account is disabled.");
  return account;
}

/** Marks a signed-in user's email as verified. Pass the email that checkCode returned. */
export async function confirmEmail(sub: string, email: string): Promise<void> {
  const path = `user/${encodeURIComponent(sub)}`;
  const { user } = await keystead<{ user: User }>("GET", path);
  // The code proves this email only. Keystead may have another one for this user.
  if (user.email === email) await keystead("PATCH", path, { emailVerified: true });
}
