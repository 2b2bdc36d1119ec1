import sqlite3
from urllib.parse import quote, urlencode

from keystead import KeysteadError, keystead

TABLES = """
CREATE TABLE IF NOT EXISTS mirrored_user (
  sub TEXT PRIMARY KEY, user_id TEXT, email TEXT, enabled INTEGER, passkeys INTEGER);
CREATE TABLE IF NOT EXISTS feed_position (id INTEGER PRIMARY KEY, feed TEXT, last INTEGER);
"""


def save_position(database: sqlite3.Connection, position: dict) -> None:
    database.execute(
        "INSERT OR REPLACE INTO feed_position VALUES (1, ?, ?)",
        (position["feed"], position["last"]),
    )


def save_user(database: sqlite3.Connection, user: dict) -> None:
    fields = ("sub", "userId", "email", "enabled", "passkeys")
    database.execute(
        "INSERT OR REPLACE INTO mirrored_user VALUES (?, ?, ?, ?, ?)",
        [user.get(field) for field in fields],
    )


def copy_all_users(database: sqlite3.Connection) -> None:
    """Copies all users. Events since the position that it reads first are applied later."""
    position = keystead("GET", "events?after=newest")
    with database:
        database.execute("DELETE FROM mirrored_user")
        query = {"limit": "100"}
        while True:
            page = keystead("GET", f"users?{urlencode(query)}")
            for user in page["records"]:
                save_user(database, user)
            if page["cursor"] is None:
                break
            query["cursor"] = page["cursor"]
        save_position(database, position)


def copy_user(database: sqlite3.Connection, sub: str) -> None:
    """Copies one user as they are now. The order of events doesn't matter for that."""
    try:
        save_user(database, keystead("GET", f"users/{quote(sub, safe='')}")["user"])
    except KeysteadError as error:
        if error.tag != "@error/NotFound":
            raise
        database.execute("DELETE FROM mirrored_user WHERE sub = ?", (sub,))


def follow_events(database: sqlite3.Connection, wait: int = 8) -> bool:
    """Applies the next events, and waits up to `wait` seconds if there are none. Call it in a loop.

    Returns whether there were any.
    """
    database.executescript(TABLES)
    position = database.execute("SELECT feed, last FROM feed_position").fetchone()
    if position is None:
        copy_all_users(database)
        return True
    try:
        query = urlencode({"feed": position[0], "after": position[1], "wait": wait})
        page = keystead("GET", f"events?{query}")
    except KeysteadError as error:
        if error.tag != "@error/FeedReset":
            raise
        copy_all_users(database)
        return True
    subs = {event.get("sub") for event in page["records"]}
    subs |= {event.get("detail", {}).get("fromSub") for event in page["records"]}
    with database:
        for sub in subs - {None}:
            copy_user(database, sub)
        save_position(database, page)
    return bool(page["records"])
