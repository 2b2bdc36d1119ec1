import { keystead } from "./keystead.ts";

/** Renames the user's passkeys. The returned token lets the page rename them on its device. */
export async function renamePasskeys(userId: string, username: string): Promise<string> {
  const { updatePasskeysToken } = await keystead<{ updatePasskeysToken: string }>(
    "POST",
    "passkeys/update",
    { userId, username },
  );
  return updatePasskeysToken;
}

/** Removes a passkey. The id comes from a page, so check that the user owns the passkey. */
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

/** Returns a token that lets the page remove dead passkeys from its device. Changes no passkey. */
export async function tidyDevice(userId: string): Promise<string> {
  const { prunePasskeysToken } = await keystead<{ prunePasskeysToken: string }>(
    "POST",
    "passkeys/prune",
    { userId },
  );
  return prunePasskeysToken;
}
