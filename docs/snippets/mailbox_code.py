import math

from keystead import KeysteadError, keystead


def send_code(email: str) -> dict:
    """Sends a code, or returns a message for the user. An earlier code stops working.

    Store challengeId and secret in the user's session. The secret must not reach the page.
    """
    body = {"purpose": "login", "email": email, "locale": "en", "invalidateOthers": True}
    try:
        challenge = keystead("POST", "challenges", body)["challenge"]
    except KeysteadError as error:
        if error.tag == "@error/BadRequest":
            return {"message": "Check the email address."}
        if error.tag == "@error/ChallengeRateLimited":
            minutes = math.ceil(error.details["retryAfterSeconds"] / 60)
            return {"message": f"Too many codes. Try again in {minutes} min."}
        raise
    return {"challengeId": challenge["challengeId"], "secret": challenge["secret"]}


def check_code(pending: dict, code: str) -> dict:
    """Returns the verified email, or a message for the user."""
    try:
        reply = keystead("POST", "challenges/verify", {**pending, "code": code})
    except KeysteadError as error:
        if error.tag == "@error/InvalidChallengeCode":
            left = error.details["attemptsRemaining"]
            return {"message": f"This code is wrong. Attempts left: {left}."}
        if error.tag in (
            "@error/InvalidChallenge",
            "@error/ChallengeExpired",
            "@error/ChallengeAttemptsExceeded",
        ):
            return {"message": "This code no longer works. Request a new one."}
        raise
    return {"email": reply["challenge"]["email"]}
