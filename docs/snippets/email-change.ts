import { keystead } from "./keystead.ts";

interface Pending {
  challengeId: string;
  secret: string;
}

/** Sends a code to the new address. Require the passkey again (step-up) before you call this. */
export async function beginEmailChange(userId: string, newEmail: string): Promise<Pending> {
  const { challenge } = await keystead<{ challenge: Pending }>("POST", "challenges", {
    purpose: "email-change",
    email: newEmail,
    userId,
    invalidateOthers: true,
  });
  return { challengeId: challenge.challengeId, secret: challenge.secret };
}

/**
 * Checks the code, and gives the user the new address in Keystead. Returns the address, and a token to
 * rename the device's passkeys.
 */
export async function finishEmailChange(
  userId: string,
  pending: Pending,
  code: string,
): Promise<{ email: string; updatePasskeysToken: string }> {
  const { challenge } = await keystead<{ challenge: { email: string; userId?: string } }>(
    "POST",
    "challenges/verify",
    { ...pending, code, setUserEmail: true },
  );
  if (challenge.userId !== userId) throw new Error("Another user requested this code.");
  const { updatePasskeysToken } = await keystead<{ updatePasskeysToken: string }>(
    "POST",
    "passkeys/update",
    { userId, username: challenge.email },
  );
  return { email: challenge.email, updatePasskeysToken };
}
