require "erb"
require_relative "keystead"

# Allows a passkey on the new domain, for a user who has signed in with an emailed code.
def authorize_on_new_domain(user_id, email, new_rp_id)
  reply = keystead("POST", "passkey/registration/authorize", {
    userId: user_id,
    username: email,
    rpId: new_rp_id
  })
  reply["registrationToken"]
end

# Lists a user's passkeys of the old domain, to remove them when you no longer need it.
def list_passkeys_of(user_id, rp_id)
  records = keystead("GET", "passkeys?userId=#{ERB::Util.url_encode(user_id)}")["records"]
  ids = records.map { |record| record["id"] }
  ids.select do |id|
    passkey = keystead("GET", "passkeys/#{ERB::Util.url_encode(id)}")
    passkey["credential"]["rpId"] == rp_id
  end
end
