# Allows a passkey on the new domain. Send registrationToken of the response to the page.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkey/registration/authorize" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"username\": \"$EMAIL\", \"rpId\": \"$NEW_RP_ID\"}"

# Lists the user's passkeys.
curl --silent --show-error --fail-with-body --get --data-urlencode "userId=$USER_ID" \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"

# Shows one of them. Its credential.rpId is the domain that it belongs to.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/$PASSKEY_ID" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"
