# Before the action: the page signs in with authenticationToken of the response.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkey/authentication/authorize" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"userVerification\": \"required\", \"purpose\": \"transfer:7\"}"

# Afterwards, exchange the code of the page as usual. The response must contain the same userId,
# "purpose":"transfer:7" and "userVerified":true.
