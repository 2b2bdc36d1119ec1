// The product's writes with the product's durability, but for one request at a time.

const upsert = (key: string, from: string) => `
  INSERT INTO "LimitCounter" AS c ("key", "points", "expire") SELECT ${key}, 1, $2::bigint + 60000 FROM ${from}
  ON CONFLICT ("key") DO UPDATE SET
    "points" = CASE WHEN c."expire" <= $2::bigint THEN 1 ELSE c."points" + 1 END,
    "expire" = CASE WHEN c."expire" <= $2::bigint THEN excluded."expire" ELSE c."expire" END
  RETURNING c."points", c."expire"`;

/** Session tokens need no flushed commit, in the product neither. */
const unflushedCommit = "set_config('synchronous_commit', 'off', true)";

const admission = (prefix: string, total: string, prefetch: string) => `
  WITH t AS (
    SELECT t."optionsPerMinutePerAddress", t."optionsPerMinute", t."verificationsPerMinutePerAddress",
      t."suspendedAt" IS NULL AND ($4::text IS NULL OR $4 = ANY (t."allowedOrigins"))
      AND (CASE WHEN $5::text IS NULL THEN NOT t."requireClientId" ELSE t."clientId" = $5 END) AS "counts"
    FROM "Tenancy" t WHERE t."id" = $1
  ), "address" AS (${upsert("$3::text", `t WHERE t."counts"`)}
  ), "prefix" AS (${prefix}
  ), "total" AS (${total}
  ), ${prefetch}
  SELECT (SELECT row_to_json("address") FROM "address") AS "address",
    (SELECT row_to_json("total") FROM "total") AS "total",
    (SELECT row_to_json("prefetch") FROM "prefetch") AS "prefetched", (SELECT ${unflushedCommit})
  FROM t`;

const nothing = "SELECT 1 WHERE FALSE";

/**
 * $1 tenancy, $2 now in ms, $3 the address's key, $4 origin, $5 client id, $6 the tenancy's key, $7
 * the network's key.
 */
export const admitOptions = admission(
  upsert("$7::text", `t, "address" WHERE "address"."points" <= t."optionsPerMinutePerAddress"`),
  upsert(
    "$6::text",
    `t, "prefix" WHERE "prefix"."points" <= GREATEST(1, t."optionsPerMinute" / 20)`,
  ),
  `"prefetch" AS (${nothing})`,
);

/**
 * $1 tenancy, $2 now in ms, $3 the address's key, $4 origin, $5 client id, $6 now, $7 the session's
 * hash, $8 credential id.
 */
export const admitVerification = admission(
  nothing,
  nothing,
  `session AS (
    UPDATE "OneTimeToken" o SET "consumedAt" = $6
    WHERE o."tenancyId" = $1 AND o."hash" = $7 AND o."kind" = 'authenticationSession'
        AND o."consumedAt" IS NULL AND o."expiresAt" > $6
      AND EXISTS (SELECT 1 FROM t, "address" WHERE "address"."points" <= t."verificationsPerMinutePerAddress")
      AND (o."apiKeyId" IS NULL OR EXISTS (
        SELECT 1 FROM "ApiKey" k WHERE k."tenancyId" = o."tenancyId" AND k."id" = o."apiKeyId"
            AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))
    RETURNING o."payload", o."apiKeyId"),
  "prefetch" AS (
    SELECT session."payload", session."apiKeyId", CASE WHEN p."id" IS NULL THEN NULL ELSE json_build_object(
      'passkeyId', p."id", 'sub', p."sub", 'rpId', p."rpId", 'userHandle', p."userHandle",
          'publicKey', translate(encode(p."publicKey", 'base64'), E'\\n', ''),
      'signCount', p."signCount", 'backupEligible', p."backupEligible", 'backedUp', p."backedUp",
      'disabled', p."disabledAt" IS NOT NULL OR u."disabledAt" IS NOT NULL) END AS "passkey"
    FROM session
    LEFT JOIN "Passkey" p ON p."tenancyId" = $1 AND p."credentialId" = $8 AND p."rpId" = session."payload"->>'rpId'
    LEFT JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub")`,
);

/** $1 tenancy, $2 hash, $3 payload, $4 created, $5 expires. */
export const issueSession = `
  INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "apiKeyId", "createdAt", "expiresAt")
  VALUES ($1, $2, 'authenticationSession', $3::json, NULL, $4, $5) RETURNING ${unflushedCommit}`;

/**
 * $1 counter, $2 backed up, $3 now, $4 tenancy, $5 passkey, $6 code's hash, $7 payload, $8 expires,
 * $9 audit rows.
 */
export const writeSignIn = `
  WITH used AS (
    UPDATE "Passkey" p SET "signCount" = GREATEST(p."signCount", $1),
        "signCountRegressedAt" = COALESCE(NULL::timestamptz, p."signCountRegressedAt"),
      "backedUp" = $2, "lastUsedAt" = $3
    FROM "User" u, "Tenancy" t
    WHERE p."tenancyId" = $4 AND p."id" = $5 AND p."disabledAt" IS NULL
      AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub" AND u."disabledAt" IS NULL
      AND t."id" = p."tenancyId" AND t."suspendedAt" IS NULL
    RETURNING u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"
  ), code AS (
    INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "sub", "passkeyId", "createdAt", "expiresAt")
    SELECT $4, $6, 'code', $7::json, used."sub", $5, $3, $8 FROM used
  ), audit AS (
    INSERT INTO "AuditEvent" ("tenancyId", "id", "action", "actorKind", "actorId", "targetKind",
        "targetId", "requestId", "createdAt")
    SELECT e.* FROM used, jsonb_to_recordset($9::jsonb)
      AS e("tenancyId" text, "id" text, "action" text, "actorKind" text, "actorId" text,
          "targetKind" text, "targetId" text, "requestId" text, "createdAt" timestamptz)
  )
  SELECT * FROM used`;

/** $1 tenancy, $2 public id, $3 hash, $4 now, $5 a minute ago. */
export const findKey = `
  WITH live AS (
    SELECT k."tenancyId", k."id", k."scopes" FROM "ApiKey" k JOIN "Tenancy" t ON t."id" = k."tenancyId"
    WHERE k."tenancyId" = $1 AND k."publicId" = $2 AND k."hash" = $3
      AND k."lockedAt" IS NULL AND k."revokedAt" IS NULL
          AND (k."expiresAt" IS NULL OR k."expiresAt" > $4) AND t."suspendedAt" IS NULL
          AND NOT t."isSystem"
  ), used AS (
    UPDATE "ApiKey" k SET "lastUsedAt" = $4 FROM live
    WHERE k."tenancyId" = live."tenancyId" AND k."id" = live."id" AND (k."lastUsedAt" IS NULL OR k."lastUsedAt" <= $5)
  )
  SELECT live."id" AS "apiKeyId", live."scopes", t."name", t."brandName", t."brandColor",
    t."brandLogoHash", t."codeDigits", t."codeMs", t."codeAttempts", t."challengesPerTenMinutes",
    t."challengesPerDay", t."challengesPerHourCeiling"
  FROM live JOIN "Tenancy" t ON t."id" = live."tenancyId"`;

/** $1 now, $2 tenancy, $3 hash. */
export const consumeCode = `
  UPDATE "OneTimeToken" o SET "consumedAt" = $1
  FROM "Passkey" p, "User" u
  WHERE o."tenancyId" = $2 AND o."hash" = $3 AND o."kind" = 'code' AND o."consumedAt" IS NULL
      AND o."expiresAt" > $1 AND o."codeChallenge" IS NULL
    AND p."tenancyId" = o."tenancyId" AND p."id" = o."passkeyId" AND p."disabledAt" IS NULL
    AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub" AND u."disabledAt" IS NULL
  RETURNING o."payload", p."id" AS "passkeyId", p."aaguid", u."sub", u."userId", u."email",
      u."givenName", u."familyName", u."emailVerified"`;
