from collections.abc import Iterator
from urllib.parse import quote, urlencode

from keystead import KeysteadError, keystead


def create_user(user_id: str, verified_email: str) -> dict:
    """Creates the user of an account of yours, or returns the one that has this user_id."""
    user = {"userId": user_id, "email": verified_email, "emailVerified": True}
    try:
        return keystead("POST", "users", user)["user"]
    except KeysteadError as error:
        if error.tag != "@error/DuplicateUser":
            raise
        return keystead("GET", f"users/{quote(user_id, safe='')}")["user"]


def search_users(words: str) -> list[dict]:
    """Returns the users whose email or name contains these words, the best matches first."""
    query = urlencode({"query": words})
    return keystead("GET", f"users?{query}")["records"]


def list_users(**filters: str) -> Iterator[dict]:
    """Yields all users that match, such as enabled="true", hasPasskeys="false"."""
    while True:
        query = urlencode(filters)
        page = keystead("GET", f"users?{query}")
        yield from page["records"]
        if page["cursor"] is None:
            return
        filters["cursor"] = page["cursor"]


def change_email(user_id: str, verified_email: str) -> dict:
    """Gives the user another email. The user owns it from now on."""
    changes = {"email": verified_email, "emailVerified": True}
    return keystead("PATCH", f"users/{quote(user_id, safe='')}", changes)["user"]


def disable_user(user_id: str, reason: str) -> None:
    """Refuses the user's passkeys from now on. End the user's open sessions yourself."""
    keystead("POST", f"users/{quote(user_id, safe='')}/disable", {"reason": reason})


def enable_user(user_id: str) -> None:
    keystead("POST", f"users/{quote(user_id, safe='')}/enable")
