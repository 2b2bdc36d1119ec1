curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/principal/$CODE" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"
