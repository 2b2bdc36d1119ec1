-- Keys that could read the codes that they create keep that permission under its own scope.
UPDATE "ApiKey" SET "scopes" = array_append("scopes", 'challenges:read-code')
WHERE 'challenges' = ANY("scopes") AND NOT 'challenges:read-code' = ANY("scopes");
