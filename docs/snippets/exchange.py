from urllib.parse import quote

from keystead import keystead


def exchange_code(code: str, user_id: str | None = None) -> dict:
    """Exchanges a code for the signed-in user. With user_id, also sets your own id of the user."""
    body = {} if user_id is None else {"userId": user_id}
    return keystead("POST", f"principal/{quote(code, safe='')}", body)


def opens_session(principal: dict) -> bool:
    """Whether to open a session. A passkey in quarantine can be added, but it can't sign in yet."""
    return "availableAt" not in principal.get("passkey", {})
