require "erb"
require_relative "keystead"

# Exchanges a code for the signed-in user. With user_id, also sets your own id of the user.
def exchange_code(code, user_id = nil)
  body = user_id.nil? ? {} : { userId: user_id }
  keystead("POST", "principal/#{ERB::Util.url_encode(code)}", body)
end

# Whether to open a session. A passkey in quarantine can be added, but it can't sign in yet.
def opens_session?(principal)
  principal.dig("passkey", "availableAt").nil?
end
