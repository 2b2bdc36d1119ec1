from keystead import keystead


def authorize_registration(user_id: str, email: str, name: str) -> str:
    """Allows one browser to create a passkey for your user. Send the token to the page."""
    reply = keystead(
        "POST",
        "passkey/registration/authorize",
        {"userId": user_id, "username": email, "displayName": name},
    )
    return reply["registrationToken"]
