# Find out where the feed ends.
curl --silent --show-error --fail-with-body \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/events?after=newest" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY"

# Wait for the next events, with feed and last of the previous response.
curl --silent --show-error --fail-with-body --get \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/events" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  --data-urlencode "feed=$FEED" --data-urlencode "after=$LAST" --data-urlencode "wait=25"
