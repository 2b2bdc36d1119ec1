"""Users verify their email with a code, create a passkey, and sign in with either."""

import json
import os
import secrets
import traceback
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote

from accounts import account_by_id, account_of, remove_account, store_sub
from delete_account import erase_user
from exchange import exchange_code, opens_session
from keystead import KeysteadError, keystead
from mailbox_code import check_code, send_code
from register import authorize_registration

PAGE = Path(__file__).with_name("page.html")
sessions: dict[str, dict] = {}


class Session:
    """What the browser with this cookie has open. A restart of the program signs everyone out."""

    def __init__(self, cookie: str):
        self.id = cookie if cookie in sessions else ""
        self.values = sessions.get(self.id, {})

    def store(self, **values: object) -> None:
        self.id = self.id or secrets.token_urlsafe(32)
        self.values = sessions[self.id] = {**self.values, **values}

    def open(self, account: dict) -> None:
        """Signs in with a new id: someone may know the old one."""
        self.close()
        self.store(account_id=account["id"])

    def close(self) -> None:
        sessions.pop(self.id, None)
        self.id, self.values = "", {}

    def account(self) -> dict | None:
        return account_by_id(self.values.get("account_id"))


class Refusal(Exception):
    """Refuses a request with a message for the user."""

    def __init__(self, status: int, message: str):
        super().__init__(message)
        self.status = status


def signed_in(session: Session) -> dict:
    account = session.account()
    if account is None:
        raise Refusal(401, "Sign in first.")
    return account


def request_code(session: Session, body: dict) -> None:
    pending = send_code(str(body.get("email")).strip().lower())
    if "message" in pending:
        raise Refusal(400, pending["message"])
    # The secret stays here, so the code works only in this browser.
    session.store(pending=pending)


def verify_code(session: Session, body: dict) -> None:
    checked = check_code(session.values.get("pending", {}), str(body.get("code")))
    if "message" in checked:
        raise Refusal(400, checked["message"])
    # Each account was created by a code, so its email belongs to its owner.
    account = account_of(checked["email"])
    if account["sub"] is not None:
        user = keystead("GET", f"user/{quote(account['sub'], safe='')}")["user"]
        if not user["enabled"]:
            raise Refusal(403, "This account is disabled. Contact support.")
    session.open(account)


def authorize_passkey(session: Session, _body: dict) -> dict:
    account = signed_in(session)
    token = authorize_registration(account["id"], account["email"], account["email"])
    return {"registrationToken": token}


def exchange_passkey(session: Session, body: dict) -> None:
    principal = exchange_code(str(body.get("code")))
    account = account_by_id(principal["userId"])
    is_registration = principal["operation"] == "registration"
    # A new passkey is added to the session that is open. In quarantine, it can't open one.
    opens = not is_registration and opens_session(principal)
    if account is None or (not opens and account["id"] != session.values.get("account_id")):
        raise Refusal(403, "This passkey belongs to no account here.")
    if not is_registration:
        return session.open(account)
    store_sub(account, principal["sub"])
    if principal["user"]["email"] == account["email"]:
        keystead("PATCH", f"user/{quote(principal['sub'], safe='')}", {"emailVerified": True})


def authorize_deletion(session: Session, _body: dict) -> dict:
    """If the account has a passkey, the page asks for it first."""
    account = signed_in(session)
    if account["sub"] is None:
        return {"hasPasskey": False}
    reply = keystead(
        "POST",
        "passkey/authentication/authorize",
        {"userId": account["id"], "userVerification": "required", "purpose": "delete-account"},
    )
    return {"hasPasskey": True, "authenticationToken": reply["authenticationToken"]}


def delete_account(session: Session, body: dict) -> dict:
    account = signed_in(session)
    token = None
    if account["sub"] is not None:
        principal = exchange_code(str(body.get("code")))
        if (
            principal["userId"] != account["id"]
            or principal.get("purpose") != "delete-account"
            or not principal["passkey"]["userVerified"]
        ):
            raise Refusal(403, "Confirm with the passkey of this account.")
        token = erase_user(account["id"], "closed account")
    remove_account(account)
    session.close()
    return {"deletePasskeysToken": token}


def sign_out(session: Session, _body: dict) -> None:
    session.close()


ROUTES = {
    "/code": request_code,
    "/code/check": verify_code,
    "/passkey/authorize": authorize_passkey,
    "/passkey/exchange": exchange_passkey,
    "/account/delete/authorize": authorize_deletion,
    "/account/delete": delete_account,
    "/sign-out": sign_out,
}


class Handler(BaseHTTPRequestHandler):
    def session(self) -> Session:
        cookie = SimpleCookie(self.headers.get("Cookie", "")).get("session")
        return Session(cookie.value if cookie else "")

    def reply(self, status: int, body: dict | None = None, cookie: str | None = None) -> None:
        content = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Type", "application/json")
        if status != 204:
            self.send_header("Content-Length", str(len(content)))
        if cookie is not None:
            # Behind TLS, add Secure.
            self.send_header("Set-Cookie", f"session={cookie}; HttpOnly; SameSite=Lax; Path=/")
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self) -> None:
        if self.path == "/state":
            account = self.session().account()
            email = {} if account is None else {"email": account["email"]}
            options = {
                "tenancyId": os.environ["KEYSTEAD_TENANCY_ID"],
                "clientId": os.environ["KEYSTEAD_CLIENT_ID"],
            }
            url = os.environ["KEYSTEAD_URL"]
            return self.reply(200, {"keysteadUrl": url, "options": options, **email})
        if self.path != "/":
            return self.reply(404, {"message": "Not found."})
        page = PAGE.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self) -> None:
        try:
            self.handle_post()
        except Refusal as refusal:
            self.reply(refusal.status, {"message": str(refusal)})
        except KeysteadError as error:
            if error.tag == "@error/InvalidCode":
                return self.reply(400, {"message": "That took too long. Sign in again."})
            self.fail()
        except Exception:
            self.fail()

    def handle_post(self) -> None:
        route = ROUTES.get(self.path)
        if route is None:
            raise Refusal(404, "Not found.")
        # Another site must not act in this browser's session, or sign it in as someone else.
        if self.headers.get("Sec-Fetch-Site") != "same-origin":
            raise Refusal(403, "Open this page in a current browser.")
        length = int(self.headers.get("Content-Length", "0"))
        if length > 10_000:
            raise Refusal(413, "This request is too large.")
        body = json.loads(self.rfile.read(length) or b"{}")
        session = self.session()
        result = route(session, body)
        self.reply(204 if result is None else 200, result, cookie=session.id)

    def fail(self) -> None:
        traceback.print_exc()
        self.reply(500, {"message": "Something went wrong. Try again."})

    def log_message(self, *_args: object) -> None:
        """Logs no requests: a path could contain a code."""


server = ThreadingHTTPServer(("localhost", int(os.environ.get("PORT", "4000"))), Handler)
print(f"http://localhost:{server.server_address[1]}", flush=True)
server.serve_forever()
