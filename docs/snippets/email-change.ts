import { keystead } from "./keystead";

interface Pending {
  challengeId: string;
  secret: string;
}

/** For somebody who has just shown their passkey once more (step-up): a code to the new address. */
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
 * With the right code: the address that is proved, and a token with which the page renames the
 * device's passkeys.
 */
export async function finishEmailChange(
  userId: string,
  pending: Pending,
  code: string,
): Promise<{ email: string; updatePasskeysToken: string }> {
  const { challenge } = await keystead<{ challenge: { email: string; userId?: string } }>(
    "POST",
    "challenges/verify",
    { ...pending, code },
  );
  if (challenge.userId !== userId) throw new Error("This code was asked for by somebody else.");
  const { updatePasskeysToken } = await keystead<{ updatePasskeysToken: string }>(
    "POST",
    "passkeys/update",
    { userId, username: challenge.email },
  );
  return { email: challenge.email, updatePasskeysToken };
}
