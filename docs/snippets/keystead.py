import json
import os
import urllib.error
import urllib.request


class KeysteadError(Exception):
    def __init__(self, reply: dict):
        super().__init__(reply["message"])
        self.tag = reply["_tag"]
        self.details = reply


def keystead(method: str, path: str, body: dict | None = None) -> dict:
    """Calls the API as your backend. Raises a KeysteadError with the tag and its fields."""
    request = urllib.request.Request(
        f"{os.environ['KEYSTEAD_URL']}/v2/{os.environ['KEYSTEAD_TENANCY_ID']}/{path}",
        method=method,
        headers={
            "Authorization": f"Bearer {os.environ['KEYSTEAD_API_KEY']}",
            "Content-Type": "application/json",
        },
        data=None if body is None else json.dumps(body).encode(),
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        raise KeysteadError(json.load(error)) from None
