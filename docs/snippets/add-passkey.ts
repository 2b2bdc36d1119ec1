import { keystead, KeysteadError } from "./keystead.ts";

interface User {
  id: string;
  email: string;
}

/** Store this in the user's session on your backend. The secret must not reach the page. */
export interface PendingProof {
  proofToken: string;
  challengeId: string;
  secret: string;
}

const authorize = async (user: User, proof?: PendingProof): Promise<string> => {
  const { registrationToken } = await keystead<{ registrationToken: string }>(
    "POST",
    "passkey/registration/authorize",
    { userId: user.id, username: user.email, proof },
  );
  return registrationToken;
};

/** Returns a token for the page, or what waits for the code that the user gets by email. */
export async function beginAddPasskey(
  user: User,
): Promise<{ registrationToken: string } | PendingProof> {
  try {
    return { registrationToken: await authorize(user) };
  } catch (error) {
    if (!(error instanceof KeysteadError) || error.tag !== "@error/ProofRequired") throw error;
    const { challenge } = await keystead<{ challenge: { challengeId: string; secret: string } }>(
      "POST",
      "challenges",
      { purpose: "add-passkey", email: user.email, userId: user.id, invalidateOthers: true },
    );
    const { challengeId, secret } = challenge;
    return { proofToken: String(error.details["proofToken"]), challengeId, secret };
  }
}

/** Checks the code. Returns a token with which the page registers the passkey. */
export async function finishAddPasskey(
  user: User,
  pending: PendingProof,
  code: string,
): Promise<string> {
  const { challengeId, secret } = pending;
  await keystead("POST", "challenges/verify", { challengeId, secret, code });
  return authorize(user, pending);
}
