require_relative "keystead"

def authorize_passkey(user_id, email, proof = nil)
  body = { userId: user_id, username: email }
  body[:proof] = proof if proof
  keystead("POST", "passkey/registration/authorize", body)["registrationToken"]
end

# Returns a token for the page. If the user has a passkey, emails a code instead and returns what
# finish_add_passkey needs. Keep that in the user's session. The secret must not reach the page.
def begin_add_passkey(user_id, email)
  { "registrationToken" => authorize_passkey(user_id, email) }
rescue KeysteadError => error
  raise unless error.tag == "@error/ProofRequired"

  body = { purpose: "add-passkey", email: email, userId: user_id, invalidateOthers: true }
  challenge = keystead("POST", "challenges", body)["challenge"]
  challenge.slice("challengeId", "secret").merge("proofToken" => error.details["proofToken"])
end

# Checks the code. Returns a token with which the page registers the passkey.
def finish_add_passkey(user_id, email, pending, code)
  answer = pending.slice("challengeId", "secret").merge("code" => code)
  keystead("POST", "challenges/verify", answer)
  authorize_passkey(user_id, email, pending)
end
