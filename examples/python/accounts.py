"""Your application has a table for this: id, email (unique) and sub, Keystead's id of the user."""

import os
import sqlite3
import uuid
from contextlib import closing

FILE = os.environ.get("ACCOUNTS_FILE", "accounts.db")


def run(sql: str, *values: str) -> list[dict]:
    with closing(sqlite3.connect(FILE)) as database, database:
        database.row_factory = sqlite3.Row
        return [dict(row) for row in database.execute(sql, values)]


run("CREATE TABLE IF NOT EXISTS account (id TEXT PRIMARY KEY, email TEXT UNIQUE, sub TEXT)")


def account_by_id(account_id: str | None) -> dict | None:
    found = run("SELECT * FROM account WHERE id = ?", account_id or "")
    return found[0] if found else None


def account_of(verified_email: str) -> dict:
    """Finds or creates the account of an email. Call it only with an email that a code verified."""
    insert = "INSERT INTO account (id, email) VALUES (?, ?) ON CONFLICT DO NOTHING"
    run(insert, str(uuid.uuid4()), verified_email)
    return run("SELECT * FROM account WHERE email = ?", verified_email)[0]


def store_sub(account: dict, sub: str) -> None:
    run("UPDATE account SET sub = ? WHERE id = ?", sub, account["id"])


def remove_account(account: dict) -> None:
    run("DELETE FROM account WHERE id = ?", account["id"])
