# Renames the user's passkeys. Send updatePasskeysToken of the response to the page.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/update" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"username\": \"$USERNAME\"}"

# Returns prunePasskeysToken, with which the page removes dead passkeys from its device.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/prune" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\"}"

# Before you remove a passkey: the response must contain the userId of the signed-in user.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/$PASSKEY_ID" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"

# Removes it. Send deletePasskeysToken of the response to the page.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/delete" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"passkeyIds\": [\"$PASSKEY_ID\"]}"
