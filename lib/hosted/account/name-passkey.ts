import type { AccountPasskey } from "@/lib/domain/page/account/list-account-passkeys";
import { fill } from "@/lib/hosted/copy";
import type { AccountDrawing } from "./account-drawing";

type Named = Pick<AccountDrawing, "copy">;

/** Names the browser and the system that created a passkey; undefined if both are unknown. */
function nameOfCreator({ copy }: Named, { createdWith }: AccountPasskey): string | undefined {
  const { browser, system } = createdWith ?? {};
  return browser === undefined || system === undefined
    ? (browser ?? system)
    : fill(copy.account.onSystem, { browser, system });
}

/** Returns the user's name for a passkey, else its product, else what created it. */
export const namePasskey = (named: Named, passkey: AccountPasskey): string =>
  passkey.label ?? passkey.provider ?? nameOfCreator(named, passkey) ?? named.copy.account.unnamed;

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
