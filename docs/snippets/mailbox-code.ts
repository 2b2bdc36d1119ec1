import { keystead, KeysteadError } from "./keystead.ts";

/** Store this in the user's session on your backend. The secret must not reach the page. */
export interface PendingCode {
  challengeId: string;
  secret: string;
}

/** Sends a code, or returns a message for the user. An earlier code stops working. */
export async function sendCode(email: string): Promise<PendingCode | { message: string }> {
  try {
    const { challenge } = await keystead<{ challenge: PendingCode }>("POST", "challenges", {
      purpose: "login",
      email,
      locale: "en",
      invalidateOthers: true,
    });
    return { challengeId: challenge.challengeId, secret: challenge.secret };
  } catch (error) {
    if (!(error instanceof KeysteadError)) throw error;
    switch (error.tag) {
      case "@error/BadRequest":
        return { message: "Check the email address." };
      case "@error/ChallengeRateLimited": {
        const minutes = Math.ceil(Number(error.details["retryAfterSeconds"]) / 60);
        return { message: `Too many codes. Try again in ${minutes} min.` };
      }
      default:
        throw error;
    }
  }
}

/** Returns the verified email, or a message for the user. */
export async function checkCode(
  { challengeId, secret }: PendingCode,
  code: string,
): Promise<{ email: string } | { message: string }> {
  try {
    const body = { challengeId, secret, code };
    const { challenge } = await keystead<{ challenge: { email: string } }>(
      "POST",
      "challenges/verify",
      body,
    );
    return { email: challenge.email };
  } catch (error) {
    if (!(error instanceof KeysteadError)) throw error;
    switch (error.tag) {
      case "@error/InvalidChallengeCode": {
        const left = String(error.details["attemptsRemaining"]);
        return { message: `This code is wrong. Attempts left: ${left}.` };
      }
      case "@error/InvalidChallenge":
      case "@error/ChallengeExpired":
      case "@error/ChallengeAttemptsExceeded":
        return { message: "This code no longer works. Request a new one." };
      default:
        throw error;
    }
  }
}
