// The product's writes for challenges, but for one request at a time.

const writeAudit = (events: string, from: string) => `
  INSERT INTO "AuditEvent" ("tenancyId", "id", "action", "actorKind", "actorId", "targetKind",
      "targetId", "requestId", "createdAt")
  SELECT e.* FROM ${from}, jsonb_to_recordset(${events}::jsonb)
    AS e("tenancyId" text, "id" text, "action" text, "actorKind" text, "actorId" text,
        "targetKind" text, "targetId" text, "requestId" text, "createdAt" timestamptz)`;

const countSince = (times: string, since: string) =>
  `(SELECT count(*) FROM unnest(${times}) AS t WHERE t > ${since})`;

const keepLatest = (times: string, since: string, maxCount: string) =>
  `ARRAY(SELECT t FROM (SELECT t FROM unnest(${times}) AS t WHERE t > ${since}
     ORDER BY t DESC LIMIT ${maxCount}) kept ORDER BY t)`;

/**
 * Counts limits and ceiling, and writes the challenge, its outbox row and audit rows. $1 tenancy,
 * $2 now, $3 address, $4 ten minutes ago, $5 a day ago, $6 and $7 the mailbox's limits, $8 the
 * ceiling's keys, $9 the key to count on, $10 the ceiling, $11 the hour's end in ms, $12 id, $13
 * purpose, $14 the secret's hash, $15 and $16 MACs of the long and the short code, $17 expiry, $18
 * the email's id, $19 its sealed content, $20 audit rows, $21 digits, $22 attempts.
 */
export const writeChallenge = `
  WITH used AS (
    SELECT COALESCE(sum("points"), 0)::int AS "total",
        COALESCE(sum("points") FILTER (WHERE "key" <> ($8::text[])[1]), 0)::int AS "others"
    FROM "LimitCounter" WHERE "key" = ANY ($8::text[])
  ), mailbox AS (
    INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "allTagsAskedAt", "wrongAt", "updatedAt")
    SELECT $1, $3, ARRAY[$2]::timestamptz[], ARRAY[$2]::timestamptz[], '{}', $2
    FROM used WHERE used."total" < $10::int
    ON CONFLICT ("tenancyId", "email")
        DO UPDATE SET
          "askedAt" = ${keepLatest(`m."askedAt"`, "$5", "greatest($6::int, $7::int)")}
            || excluded."askedAt",
        "allTagsAskedAt" = ${keepLatest(`m."allTagsAskedAt"`, "$5", "10 * greatest($6::int, $7::int)")}
            || excluded."allTagsAskedAt",
        "updatedAt" = excluded."updatedAt"
    WHERE ${countSince(`m."askedAt"`, "$4")} < $6::int AND ${countSince(`m."askedAt"`, "$5")} < $7::int
      AND ${countSince(`m."allTagsAskedAt"`, "$4")} < 10 * $6::int
      AND ${countSince(`m."allTagsAskedAt"`, "$5")} < 10 * $7::int
    RETURNING ${countSince(`m."wrongAt"`, "$5")} >= 10 AS "isRestricted",
        ${countSince(`m."wrongAt"`, "$5")} >= 30 AS "isLong"
  ), counted AS (
    INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
    SELECT CASE WHEN used."total" >= $10::int - 256 THEN ($8::text[])[1] ELSE $9 END, 1, $11::bigint FROM mailbox, used
    ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + 1
    WHERE (SELECT used."total" < $10::int - 256 OR c."points" + used."others" < $10::int FROM used)
    RETURNING 1
  ), challenge AS (
    INSERT INTO "Challenge" ("tenancyId", "id", "purpose", "email", "emailNormalized", "secretHash", "codeMac",
      "codeDigits", "attempts", "attemptsLeft", "isGuarded", "createdAt", "expiresAt")
    SELECT $1, $12, $13, $3, $3, $14, CASE WHEN "isLong" THEN $15::bytea ELSE $16::bytea END,
      CASE WHEN "isLong" THEN 10 ELSE $21::int END,
      CASE WHEN "isRestricted" THEN 1 ELSE $22::int END,
      CASE WHEN "isRestricted" THEN 1 ELSE $22::int END, "isRestricted", $2, $17
    FROM mailbox, counted RETURNING "codeDigits"
  ), mail AS (
    INSERT INTO "OutboxMail" ("tenancyId", "id", "challengeId", "sealed", "dueAt", "expiresAt", "createdAt")
    SELECT $1, $18, $12, $19::text, $2, $17, $2 FROM challenge
  ), audit AS (${writeAudit("$20", "challenge")}
  )
  SELECT "codeDigits" FROM challenge`;

const mine = `c."tenancyId" = $1 AND c."id" = $2 AND c."secretHash" = $3`;

/**
 * $1 tenancy, $2 id, $3 the secret's hash, $4 the code's MAC, $5 now, $6 a day ago, $7 audit rows.
 */
export const judgeGuess = `
  WITH mailbox AS MATERIALIZED (
    SELECT ${countSince(`m."wrongAt"`, "$6")} AS "guessesSpent"
    FROM "Mailbox" m WHERE m."tenancyId" = $1 AND m."email" = (SELECT c."emailNormalized"
        FROM "Challenge" c WHERE ${mine})
    FOR UPDATE
  ), target AS MATERIALIZED (
    SELECT c.* FROM "Challenge" c WHERE ${mine} AND (SELECT count(*) FROM mailbox) >= 0 FOR UPDATE
  ), guess AS MATERIALIZED (
    SELECT c.*, CASE
      WHEN c."verifiedAt" IS NOT NULL OR c."deletedAt" IS NOT NULL OR c."expiresAt" <= $6 THEN 'used'
      WHEN c."expiresAt" <= $5 THEN 'expired'
      WHEN c."attemptsLeft" = 0
        OR COALESCE((SELECT "guessesSpent" FROM mailbox), 0) >= CASE WHEN NOT c."isGuarded" THEN 10
            WHEN c."codeDigits" < 10 THEN 30 END THEN 'exceeded'
      WHEN c."codeMac" = $4 THEN 'right'
      ELSE 'wrong' END AS "verdict"
    FROM target c
  ), paid AS (
    UPDATE "Challenge" c SET "attemptsLeft" = c."attemptsLeft" - 1,
        "verifiedAt" = CASE WHEN guess."verdict" = 'right' THEN $5::timestamptz END
    FROM guess WHERE ${mine} AND guess."verdict" IN ('right', 'wrong')
  ), charged AS (
    INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
    SELECT $1, "emailNormalized", '{}', ARRAY[$5]::timestamptz[], $5 FROM guess WHERE "verdict" = 'wrong'
    ON CONFLICT ("tenancyId", "email")
        DO UPDATE SET "wrongAt" = ${keepLatest(`m."wrongAt"`, "$6", "30")} || excluded."wrongAt",
        "updatedAt" = excluded."updatedAt"
  ), audit AS (${writeAudit("$7", `(SELECT 1 FROM guess WHERE "verdict" = 'right') won`)}
  )
  SELECT c."id", c."purpose", c."email", c."userId", c."metadata", c."createdAt", c."expiresAt",
      c."verdict" FROM guess c`;
