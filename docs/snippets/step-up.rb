require_relative "exchange"

# Before the action: returns a token that lets the page request this user's passkey.
def begin_confirmation(user_id, transfer_id)
  reply = keystead("POST", "passkey/authentication/authorize", {
    userId: user_id,
    userVerification: "required",
    purpose: "transfer:#{transfer_id}"
  })
  reply["authenticationToken"]
end

# Whether the code confirms this action by this user, with fingerprint, face or PIN.
def confirmed?(code, user_id, transfer_id)
  principal = exchange_code(code)
  principal["userId"] == user_id &&
    principal["purpose"] == "transfer:#{transfer_id}" &&
    principal.dig("passkey", "userVerified") == true
end
