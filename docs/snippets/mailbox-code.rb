require_relative "keystead"

# Sends a code, or returns a message for the user. An earlier code stops working.
# Store challengeId and secret in the user's session. The secret must not reach the page.
def send_code(email)
  body = { purpose: "login", email: email, locale: "en", invalidateOthers: true }
  keystead("POST", "challenges", body)["challenge"].slice("challengeId", "secret")
rescue KeysteadError => error
  case error.tag
  when "@error/BadRequest"
    { "message" => "Check the email address." }
  when "@error/ChallengeRateLimited"
    minutes = (error.details["retryAfterSeconds"] / 60.0).ceil
    { "message" => "Too many codes. Try again in #{minutes} min." }
  else
    raise
  end
end

# Returns the verified email, or a message for the user.
def check_code(pending, code)
  reply = keystead("POST", "challenges/verify", pending.merge("code" => code))
  { "email" => reply["challenge"]["email"] }
rescue KeysteadError => error
  case error.tag
  when "@error/InvalidChallengeCode"
    { "message" => "This code is wrong. Attempts left: #{error.details["attemptsRemaining"]}." }
  when "@error/InvalidChallenge", "@error/ChallengeExpired", "@error/ChallengeAttemptsExceeded"
    { "message" => "This code no longer works. Request a new one." }
  else
    raise
  end
end
