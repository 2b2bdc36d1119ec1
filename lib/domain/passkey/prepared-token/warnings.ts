import type { PasskeyWarning } from "@/lib/contract/prepared-token";

export const noPasskeysFound: PasskeyWarning = {
  code: "NO_PASSKEYS_FOUND",
  message: "The user has no passkeys.",
};

export function passkeyNotFound(passkeyId: string): PasskeyWarning {
  return { code: "PASSKEY_NOT_FOUND", message: "The passkey does not exist.", passkeyId };
}
