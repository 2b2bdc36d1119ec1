from urllib.parse import quote

from keystead import KeysteadError, keystead


def erase_user(user_id: str, reason: str) -> str:
    """Erases the user of an account in Keystead.

    Returns a token that lets the page remove the passkeys from its device. Require the passkey again
    (step-up) before you call this.
    """
    prepared = keystead("POST", "passkeys/delete", {"userId": user_id})
    try:
        keystead("DELETE", f"users/{quote(user_id, safe='')}", {"reason": reason})
    except KeysteadError as error:
        # An account without a passkey may have no user, and a repeated request finds none.
        if error.tag != "@error/NotFound":
            raise
    return prepared["deletePasskeysToken"]
