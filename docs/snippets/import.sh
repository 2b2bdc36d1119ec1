curl --silent --show-error --fail-with-body --data-binary @passkeys.ndjson \
  -H "Content-Type: application/x-ndjson" \
  -H "Authorization: Bearer $KEYSTEAD_API_KEY" \
  "$KEYSTEAD_URL/v2/$KEYSTEAD_TENANCY_ID/passkeys/import?dryRun=$DRY_RUN"
