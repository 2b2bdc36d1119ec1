from urllib.parse import quote

from keystead import keystead


def find_account(accounts: list[dict], email: str) -> dict | None:
    """Returns the account that a code for this email signs in to. Call check_code first.

    An account is a row of your users table. Its sub is Keystead's id of the user. Raises an error
    for a disabled user, because "no account" could make you create a second one.
    """
    # Anyone can claim an email. Only the account that has verified it belongs to its owner.
    owned = (row for row in accounts if row["emailVerified"] and row["email"] == email)
    account = next(owned, None)
    if account is None or account.get("sub") is None:
        return account
    user = keystead("GET", f"user/{quote(account['sub'], safe='')}")["user"]
    if not user["enabled"]:
        raise PermissionError("This account is disabled.")
    return account


def confirm_email(sub: str, email: str) -> None:
    """Marks a signed-in user's email as verified. Pass the email that check_code returned."""
    user = keystead("GET", f"user/{quote(sub, safe='')}")["user"]
    # The code proves this email only. Keystead may have another one for this user.
    if user["email"] == email:
        keystead("PATCH", f"user/{quote(sub, safe='')}", {"emailVerified": True})
