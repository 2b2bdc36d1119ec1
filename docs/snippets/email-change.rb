require_relative "keystead"

# Sends a code to the new address. Require the passkey again (step-up) before you call this.
# Keep the result in the user's session.
def begin_email_change(user_id, new_email)
  body = { purpose: "email-change", email: new_email, userId: user_id, invalidateOthers: true }
  keystead("POST", "challenges", body)["challenge"].slice("challengeId", "secret")
end

# Checks the code, and gives the user the new address in Keystead.
# Returns the address, and a token to rename the device's passkeys.
def finish_email_change(user_id, pending, code)
  answer = pending.merge("code" => code, "setUserEmail" => true)
  challenge = keystead("POST", "challenges/verify", answer)["challenge"]
  raise "Another user requested this code." unless challenge["userId"] == user_id

  renaming = { userId: user_id, username: challenge["email"] }
  reply = keystead("POST", "passkeys/update", renaming)
  { "email" => challenge["email"], "updatePasskeysToken" => reply["updatePasskeysToken"] }
end
