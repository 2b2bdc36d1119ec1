from urllib.parse import quote

from keystead import keystead


def authorize_on_new_domain(user_id: str, email: str, new_rp_id: str) -> str:
    """Allows a passkey on the new domain, for a user who has signed in with an emailed code."""
    reply = keystead(
        "POST",
        "passkey/registration/authorize",
        {"userId": user_id, "username": email, "rpId": new_rp_id},
    )
    return reply["registrationToken"]


def list_passkeys_of(user_id: str, rp_id: str) -> list[str]:
    """Lists a user's passkeys of the old domain, to remove them when you no longer need it."""
    records = keystead("GET", f"passkeys?userId={quote(user_id, safe='')}")["records"]
    passkeys = [keystead("GET", f"passkeys/{quote(record['id'], safe='')}") for record in records]
    return [passkey["id"] for passkey in passkeys if passkey["credential"]["rpId"] == rp_id]
