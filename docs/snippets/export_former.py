import json
from urllib.parse import quote

from keystead import keystead


def to_line(passkey: dict) -> dict:
    """Returns the same passkey as a line of an import."""
    credential = passkey["credential"]
    return {
        "id": passkey["id"],
        "credentialId": credential["id"],
        "publicKey": credential["publicKey"],
        "userHandle": credential["userId"],
        "rpId": credential["rpId"],
        "signCount": credential["counter"],
        "transports": credential["transports"],
        "backupEligible": credential["deviceType"].startswith("multi"),
        "backedUp": credential["backedUp"],
        "aaguid": credential["aaguid"],
        "username": credential["username"],
        "enabled": passkey["enabled"],
        "createdAt": passkey["createdAt"],
        "lastUsedAt": passkey.get("lastUsed"),
        "user": {"userId": passkey["userId"]},
    }


page = keystead("GET", "passkeys/")
while True:
    for record in page["records"]:
        passkey = keystead("GET", f"passkeys/{quote(record['id'], safe='')}")
        print(json.dumps(to_line(passkey)))
    if page["cursor"] is None:
        break
    page = keystead("GET", f"passkeys/?cursor={quote(page['cursor'], safe='')}")
