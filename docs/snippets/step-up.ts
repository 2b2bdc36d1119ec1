import { exchangeCode } from "./exchange";
import { keystead } from "./keystead";

/** Before the act: a token with which the page asks this user, and nobody else, for a passkey. */
export async function beginConfirmation(userId: string, transferId: string): Promise<string> {
  const { authenticationToken } = await keystead<{ authenticationToken: string }>(
    "POST",
    "passkey/authentication/authorize",
    {
      userId,
      userVerification: "required",
      purpose: `transfer:${transferId}`,
    },
  );
  return authenticationToken;
}

/**
 * After it: whether the code confirms this very act, by this very user, with fingerprint, face or
 * PIN.
 */
export async function isConfirmed(
  code: string,
  userId: string,
  transferId: string,
): Promise<boolean> {
  const principal = await exchangeCode(code);
  return (
    principal.userId === userId &&
    principal.purpose === `transfer:${transferId}` &&
    principal.passkey?.userVerified === true
  );
}
