# Delete the passkeys, and get a token that removes them from the user's device.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/delete" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data "{\"userId\": \"$USER_ID\"}"

# Erase the user. SUB is Keystead's id of the user.
curl --silent --show-error --fail-with-body -X DELETE \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/users/$SUB" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data '{"reason": "Closed account"}'
