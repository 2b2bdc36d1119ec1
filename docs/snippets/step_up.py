from exchange import exchange_code
from keystead import keystead


def begin_confirmation(user_id: str, transfer_id: str) -> str:
    """Before the action: returns a token that lets the page request this user's passkey."""
    reply = keystead(
        "POST",
        "passkey/authentication/authorize",
        {
            "userId": user_id,
            "userVerification": "required",
            "purpose": f"transfer:{transfer_id}",
        },
    )
    return reply["authenticationToken"]


def is_confirmed(code: str, user_id: str, transfer_id: str) -> bool:
    """Whether the code confirms this action by this user, with fingerprint, face or PIN."""
    principal = exchange_code(code)
    return (
        principal["userId"] == user_id
        and principal.get("purpose") == f"transfer:{transfer_id}"
        and principal.get("passkey", {}).get("userVerified") is True
    )
