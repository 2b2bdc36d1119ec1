from keystead import keystead


def begin_email_change(user_id: str, new_email: str) -> dict:
    """Sends a code to the new address. Require the passkey again (step-up) before you call this."""
    challenge = keystead(
        "POST",
        "challenges",
        {
            "purpose": "email-change",
            "email": new_email,
            "userId": user_id,
            "invalidateOthers": True,
        },
    )["challenge"]
    return {"challengeId": challenge["challengeId"], "secret": challenge["secret"]}


def finish_email_change(user_id: str, pending: dict, code: str) -> dict:
    """Checks the code, and gives the user the new address in Keystead.

    Returns the address, and a token to rename the device's passkeys.
    """
    answer = {**pending, "code": code, "setUserEmail": True}
    challenge = keystead("POST", "challenges/verify", answer)["challenge"]
    if challenge.get("userId") != user_id:
        raise PermissionError("Another user requested this code.")
    reply = keystead(
        "POST", "passkeys/update", {"userId": user_id, "username": challenge["email"]}
    )
    return {"email": challenge["email"], "updatePasskeysToken": reply["updatePasskeysToken"]}
