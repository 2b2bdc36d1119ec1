# Create a user.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/users" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\", \"email\": \"$EMAIL\", \"emailVerified\": true}"

# List users without a passkey. For the next page, add &cursor= with the cursor of this one.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/users?hasPasskeys=false" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"

# Disable a user, by the sub of the first response.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/users/$SUB/disable" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data '{"reason": "Chargeback"}'
