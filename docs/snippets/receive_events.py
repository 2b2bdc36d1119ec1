import base64
import hmac
import json
import os
import sqlite3
import threading
import time
import traceback
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from follow_events import copy_user, follow_events

KEY = base64.b64decode(os.environ["KEYSTEAD_WEBHOOK_SECRET"].removeprefix("whsec_"))
PORT = int(os.environ.get("PORT", "4100"))
database = sqlite3.connect(os.environ.get("DATABASE", "mirror.db"), check_same_thread=False)
turn = threading.Lock()
if not KEY:
    raise SystemExit("KEYSTEAD_WEBHOOK_SECRET has no key")


def is_authentic(headers, body: bytes) -> bool:
    """During a rotation, there are two signatures, and one of them is by this key."""
    sent_at = headers.get("webhook-timestamp", "")
    signed = f"{headers.get('webhook-id', '')}.{sent_at}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(KEY, signed, "sha256"))
    signatures = headers.get("webhook-signature", "").encode().split(b" ")
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        return False
    return abs(time.time() - int(sent_at)) <= 300


def handle_once(id: str, event: dict) -> None:
    """Handles one event after the other. Every type alike: it reads again whom the event is about."""
    with turn, database:
        if database.execute("INSERT OR IGNORE INTO handled_event VALUES (?)", (id,)).rowcount:
            for sub in {event.get("sub"), event.get("detail", {}).get("fromSub")} - {None}:
                copy_user(database, sub)


def catch_up() -> None:
    """Applies what didn't arrive. The first time, copies all users."""
    with turn:
        while follow_events(database, 0):
            pass


def catch_up_regularly() -> None:
    while True:
        time.sleep(600)
        try:
            catch_up()
        except Exception:
            traceback.print_exc()


class Receiver(BaseHTTPRequestHandler):
    timeout = 10

    def do_POST(self) -> None:
        """Answers 204. After any other answer, or none, Keystead sends the event again."""
        length = self.headers.get("content-length", "")
        if not length.isdecimal() or len(length) > 5:
            return self.answer(413)
        body = self.rfile.read(int(length))  # As it was sent: the signature is that of these bytes.
        if not is_authentic(self.headers, body):
            return self.answer(401)
        handle_once(self.headers["webhook-id"], json.loads(body))
        self.answer(204)

    def answer(self, status: int) -> None:
        self.send_response(status)
        self.end_headers()


database.execute("CREATE TABLE IF NOT EXISTS handled_event (id TEXT PRIMARY KEY)")
catch_up()
threading.Thread(target=catch_up_regularly, daemon=True).start()
print(f"Receiving events at http://localhost:{PORT}", flush=True)
ThreadingHTTPServer(("", PORT), Receiver).serve_forever()
