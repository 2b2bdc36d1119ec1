import { exchangeCode } from "./exchange.ts";
import { keystead } from "./keystead.ts";

/** Before the action: returns a token that lets the page request this user's passkey. */
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

/** Whether the code confirms this action by this user, with fingerprint, face or PIN. */
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
