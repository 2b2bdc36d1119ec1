import { keystead, KeysteadError } from "./keystead.ts";

/**
 * Erases the user of an account in Keystead. Returns a token that lets the page remove the passkeys
 * from its device. Require the passkey again (step-up) before you call this.
 */
export async function eraseUser(userId: string, reason: string): Promise<string> {
  const { deletePasskeysToken } = await keystead<{ deletePasskeysToken: string }>(
    "POST",
    "passkeys/delete",
    { userId },
  );
  try {
    await keystead("DELETE", `users/${encodeURIComponent(userId)}`, { reason });
  } catch (error) {
    // An account without a passkey may have no user, and a repeated request finds none.
    if (!(error instanceof KeysteadError) || error.tag !== "@error/NotFound") throw error;
  }
  return deletePasskeysToken;
}
