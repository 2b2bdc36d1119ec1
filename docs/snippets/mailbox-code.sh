# Sends a code. Keep challengeId and secret of the response in the user's session.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/challenges" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data '{"purpose": "login", "email": "ada@example.com", "invalidateOthers": true}'

# Verifies what the user typed. The response contains the verified email.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/challenges/verify" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"challengeId\": \"$CHALLENGE_ID\", \"secret\": \"$SECRET\", \"code\": \"$CODE\"}"
