# Before you sign in the account with SUB: the response must contain "enabled":true.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/user/$SUB" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"

# After a code has verified exactly the email of that response:
curl --silent --show-error --fail-with-body -X PATCH \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/user/$SUB" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data '{"emailVerified": true}'
