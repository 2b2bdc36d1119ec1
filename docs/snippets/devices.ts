import { keystead } from "./keystead";

/**
 * New name: the passkeys have it when this answers, the page's device once it has had the token.
 */
export async function renamePasskeys(userId: string, username: string): Promise<string> {
  const { updatePasskeysToken } = await keystead<{ updatePasskeysToken: string }>(
    "POST",
    "passkeys/update",
    { userId, username },
  );
  return updatePasskeysToken;
}

/** Removed passkey: gone when this answers. The id came from a page, so ask whose it is. */
export async function removePasskey(userId: string, passkeyId: string): Promise<string> {
  const passkey = await keystead<{ userId: string }>(
    "GET",
    `passkeys/${encodeURIComponent(passkeyId)}`,
  );
  if (passkey.userId !== userId) throw new Error("There is no such passkey.");
  const { deletePasskeysToken } = await keystead<{ deletePasskeysToken: string }>(
    "POST",
    "passkeys/delete",
    { passkeyIds: [passkeyId] },
  );
  return deletePasskeysToken;
}

/**
 * Whatever devices missed: the page's device forgets what is not accepted. Changes nothing here.
 */
export async function tidyDevice(userId: string): Promise<string> {
  const { prunePasskeysToken } = await keystead<{ prunePasskeysToken: string }>(
    "POST",
    "passkeys/prune",
    { userId },
  );
  return prunePasskeysToken;
}
