require "erb"
require_relative "keystead"

# Renames the user's passkeys. The returned token lets the page rename them on its device.
def rename_passkeys(user_id, username)
  reply = keystead("POST", "passkeys/update", { userId: user_id, username: username })
  reply["updatePasskeysToken"]
end

# Removes a passkey. The id comes from a page, so check that the user owns the passkey.
def remove_passkey(user_id, passkey_id)
  passkey = keystead("GET", "passkeys/#{ERB::Util.url_encode(passkey_id)}")
  raise ArgumentError, "There is no such passkey." unless passkey["userId"] == user_id

  reply = keystead("POST", "passkeys/delete", { passkeyIds: [passkey_id] })
  reply["deletePasskeysToken"]
end

# Returns a token that lets the page remove dead passkeys from its device.
def tidy_device(user_id)
  keystead("POST", "passkeys/prune", { userId: user_id })["prunePasskeysToken"]
end
