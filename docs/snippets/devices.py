from urllib.parse import quote

from keystead import keystead


def rename_passkeys(user_id: str, username: str) -> str:
    """Renames the user's passkeys. The returned token lets the page rename them on its device."""
    reply = keystead("POST", "passkeys/update", {"userId": user_id, "username": username})
    return reply["updatePasskeysToken"]


def remove_passkey(user_id: str, passkey_id: str) -> str:
    """Removes a passkey. The id comes from a page, so check that the user owns the passkey."""
    passkey = keystead("GET", f"passkeys/{quote(passkey_id, safe='')}")
    if passkey["userId"] != user_id:
        raise LookupError("There is no such passkey.")
    reply = keystead("POST", "passkeys/delete", {"passkeyIds": [passkey_id]})
    return reply["deletePasskeysToken"]


def tidy_device(user_id: str) -> str:
    """Returns a token that lets the page remove dead passkeys from its device."""
    return keystead("POST", "passkeys/prune", {"userId": user_id})["prunePasskeysToken"]
