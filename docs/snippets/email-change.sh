# Sends a code to the new address. Keep challengeId and secret of the response in the session.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/challenges" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"purpose\": \"email-change\", \"email\": \"$NEW_EMAIL\", \"userId\": \"$USER_ID\",
    \"invalidateOthers\": true}"

# Verifies the code, and gives the user the new address in Keystead. The response must contain the
# userId of the signed-in user. Store its email.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/challenges/verify" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"challengeId\": \"$CHALLENGE_ID\", \"secret\": \"$SECRET\", \"code\": \"$CODE\",
    \"setUserEmail\": true}"

# Renames the passkeys. Send updatePasskeysToken of the response to the page.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/update" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"username\": \"$NEW_EMAIL\"}"
