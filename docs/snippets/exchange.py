import json
import os
import sys
import urllib.error
import urllib.parse
import urllib.request


def exchange_code(code: str) -> dict:
    """Returns who signed in. An unknown, expired or used code raises HTTPError 404."""
    base = f"{os.environ['KEYSTEAD_URL']}/v2/{os.environ['KEYSTEAD_TENANCY_ID']}"
    request = urllib.request.Request(
        f"{base}/principal/{urllib.parse.quote(code, safe='')}",
        headers={"Authorization": f"Bearer {os.environ['KEYSTEAD_API_KEY']}"},
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


if __name__ == "__main__":
    try:
        principal = exchange_code(sys.argv[1])
        print(principal["userId"], principal["passkey"]["userVerified"])
    except urllib.error.HTTPError as error:
        sys.exit(json.load(error)["_tag"])
