# Fails with ProofRequired and a proofToken if the user already has a passkey.
curl --silent --show-error \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkey/registration/authorize" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"username\": \"$EMAIL\"}"

# Sends a code. Keep proofToken, challengeId and secret in the session.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/challenges" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"purpose\": \"add-passkey\", \"email\": \"$EMAIL\", \"userId\": \"$USER_ID\",
    \"invalidateOthers\": true}"

# Verifies what the user typed.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/challenges/verify" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"challengeId\": \"$CHALLENGE_ID\", \"secret\": \"$SECRET\", \"code\": \"$CODE\"}"

# Authorizes the passkey with the proof. Send registrationToken of the response to the page.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkey/registration/authorize" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"username\": \"$EMAIL\", \"proof\": {
    \"proofToken\": \"$PROOF_TOKEN\", \"challengeId\": \"$CHALLENGE_ID\", \"secret\": \"$SECRET\"}}"
