import type { AccountPasskey } from "@/lib/domain/account/list-account-passkeys";
import type { AccountDrawing } from "./account-drawing";

export const namePasskey = (
  { copy }: Pick<AccountDrawing, "copy">,
  { label, provider }: AccountPasskey,
): string => label ?? provider ?? copy.account.unnamed;

/** The data of a button about one passkey. The dialog that it opens shows what applies. */
export const passkeyData = (
  drawing: AccountDrawing,
  passkey: AccountPasskey,
): Record<string, string> => ({
  passkey: passkey.id,
  name: namePasskey(drawing, passkey),
  created: new Date(passkey.addedAt).toISOString(),
  used: passkey.isInUse ? "1" : "",
  last: passkey.isLast ? "1" : "",
  others: passkey.isLast ? "" : "1",
});
