curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkey/registration/authorize" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  -H "Content-Type: application/json" \
  --data '{"userId": "user-42", "username": "ada@example.com", "displayName": "Ada"}'
