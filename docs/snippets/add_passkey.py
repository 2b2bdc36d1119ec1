from keystead import KeysteadError, keystead


def authorize(user_id: str, email: str, proof: dict | None = None) -> str:
    body = {"userId": user_id, "username": email}
    if proof is not None:
        body["proof"] = proof
    return keystead("POST", "passkey/registration/authorize", body)["registrationToken"]


def begin_add_passkey(user_id: str, email: str) -> dict:
    """Returns a token for the page, or what waits for the code that the user gets by email.

    Store the second in the user's session. The secret must not reach the page.
    """
    try:
        return {"registrationToken": authorize(user_id, email)}
    except KeysteadError as error:
        if error.tag != "@error/ProofRequired":
            raise
        proof_token = error.details["proofToken"]
    challenge = keystead(
        "POST",
        "challenges",
        {
            "purpose": "add-passkey",
            "email": email,
            "userId": user_id,
            "invalidateOthers": True,
        },
    )["challenge"]
    return {
        "proofToken": proof_token,
        "challengeId": challenge["challengeId"],
        "secret": challenge["secret"],
    }


def finish_add_passkey(user_id: str, email: str, pending: dict, code: str) -> str:
    """Checks the code. Returns a token with which the page registers the passkey."""
    answer = {key: pending[key] for key in ("challengeId", "secret")}
    keystead("POST", "challenges/verify", {**answer, "code": code})
    return authorize(user_id, email, pending)
