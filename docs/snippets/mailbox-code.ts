import { keystead, KeysteadError } from "./keystead";

/** Store this in the user's session on your backend. The secret must not reach the page. */
export interface PendingCode {
  challengeId: string;
  secret: string;
  email: string;
}

/** Sends a code. An earlier one for the same purpose and mailbox stops working. */
export async function sendCode(email: string): Promise<PendingCode> {
  const { challenge } = await keystead<{ challenge: PendingCode }>("POST", "challenges", {
    purpose: "login",
    email,
    locale: "en",
    invalidateOthers: true,
  });
  return { challengeId: challenge.challengeId, secret: challenge.secret, email: challenge.email };
}

/** Returns "right", or a message for the user. */
export async function checkCode(
  { challengeId, secret }: PendingCode,
  code: string,
): Promise<string> {
  try {
    await keystead("POST", "challenges/verify", { challengeId, secret, code });
    return "right";
  } catch (error) {
    if (!(error instanceof KeysteadError)) throw error;
    if (error.tag === "@error/InvalidChallengeCode")
      return `This is not the code. ${String(error.details["attemptsRemaining"])} attempts are left.`;
    return "This code does not work any more. Ask for another.";
  }
}
