import { Keystead } from "https://keystead.example/client/v2.js";

const keystead = new Keystead({ tenancyId: "YOUR_TENANCY_ID", clientId: "YOUR_CLIENT_ID" });

/** Updates the device with the token that your backend returned. */
export async function tellDevice({ updatePasskeysToken, deletePasskeysToken, prunePasskeysToken }) {
  const result = updatePasskeysToken
    ? await keystead.updatePasskeys({ updatePasskeysToken })
    : deletePasskeysToken
      ? await keystead.deletePasskeys({ deletePasskeysToken })
      : await keystead.prunePasskeys({ prunePasskeysToken });
  if (!result.success) return result.message;
  const unsupported = result.warnings.some(({ code }) => code === "BROWSER_SIGNAL_UNSUPPORTED");
  return unsupported
    ? "Remove or rename it in your passkey manager as well; this browser cannot do that for you."
    : undefined;
}

/** Signs in, and offers to remove a passkey that no longer exists. */
export async function signInAndTidy(askToRemove) {
  const result = await keystead.authenticatePasskey();
  if (!result.success && result._tag === "@error/OrphanedPasskey" && (await askToRemove()))
    await keystead.removeOrphanedPasskey(result.error);
  return result;
}
