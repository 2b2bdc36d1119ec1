require "erb"
require_relative "keystead"

# Returns the account that a code for this email signs in to. Call check_code first.
# An account is a row of your users table. Its sub is Keystead's id of the user. Raises an error for a
# disabled user, because "no account" could make you create a second one.
def find_account(accounts, email)
  # Anyone can claim an email. Only the account that has verified it belongs to its owner.
  account = accounts.find { |row| row["emailVerified"] && row["email"] == email }
  return account if account.nil? || account["sub"].nil?

  user = keystead("GET", "user/#{ERB::Util.url_encode(account["sub"])}")["user"]
  raise "This account is disabled." unless user["enabled"]

  account
end

# Marks a signed-in user's email as verified. Pass the email that check_code returned.
def confirm_email(sub, email)
  user = keystead("GET", "user/#{ERB::Util.url_encode(sub)}")["user"]
  # The code proves this email only. Keystead may have another one for this user.
  return unless user["email"] == email

  keystead("PATCH", "user/#{ERB::Util.url_encode(sub)}", { emailVerified: true })
end
