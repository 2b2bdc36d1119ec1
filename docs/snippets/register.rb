require_relative "keystead"

# Allows one browser to create a passkey for your user. Send the token to the page.
def authorize_registration(user_id, email, name)
  reply = keystead("POST", "passkey/registration/authorize", {
    userId: user_id,
    username: email,
    displayName: name
  })
  reply["registrationToken"]
end
