// The statement that judges guesses at codes. The verdict of a guess is the first of these that fits:
// - `used`: the challenge was verified or deleted, or it expired more than a day ago
// - `expired`: it expired within the last day
// - `exceeded`: it has no attempts left, or its mailbox reached `wrongLimit` in the last day
// - `malformed`: the text is no code of the challenge's length; this costs nothing
// - `right`: uses an attempt, and verifies the challenge
// - `wrong`: uses an attempt, and counts as a wrong code of the mailbox
//
// A mailbox counts the wrong codes of challenges from visitors and from API keys separately. It is
// locked before its count is read, so concurrent guesses at any of its challenges see each other's
// wrong codes. The CTEs, in order:
// - `guesses`: the input, one row per guess, in order of `turn`
// - `found`: the challenges with these ids and secrets, and the mailboxes that they count for
// - `mailboxes`: locks the mailboxes and counts the wrong codes of the last day
// - `challenges`: then locks the challenges
// - `compared`: compares each guess with its challenge, apart from the mailbox's limit (`match`)
// - `ranked`: adds the wrong guesses of this statement with a lower `turn` to the mailbox's
// - `judged`: the verdict
// - `updated`: writes the challenges
// - `charged`: counts wrong codes on the mailboxes
// - `audit`: the events of the verified challenges

import { callerInput } from "@/lib/domain/access/confirmed-query";
import type { TenancyContext } from "@/lib/domain/base/context";
import { auditRows, insertAudit } from "@/lib/domain/record/audit/record-audit";
import { countedMailboxOf } from "@/lib/domain/user/counted-mailbox";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { chargeMailboxes, wrongCodes } from "./mailbox-limits";

/** A code that was typed for a challenge. */
export interface CodeGuess {
  ctx: TenancyContext;
  challengeId: string;
  /** Hex. */
  secretHash: string;
  /** Length of the code; null when the text isn't a code. */
  digits: number | null;
  /** Hex. */
  macs: string[];
}

/**
 * After how many wrong codes of its mailbox challenge `c` accepts no code (contract §7):
 * - with several attempts: `wrongCodesUntilOneAttempt`
 * - restricted to one attempt (`isGuarded`): `wrongCodesUntilLongCode`
 * - restricted, with a long code: no limit (null)
 */
const wrongLimit = Prisma.sql`
  CASE WHEN NOT c."isGuarded" THEN ${limits.wrongCodesUntilOneAttempt}::int
    WHEN c."codeDigits" < ${limits.longCodeDigits}::int THEN ${limits.wrongCodesUntilLongCode}::int
  END`;

const columns = Prisma.sql`
  "turn" int, "id" text, "secretHash" text, "digits" int, "macs" text[]`;

/** The event of each guess. The statement writes those of verified challenges. */
const eventsOf = (guesses: readonly CodeGuess[]) =>
  guesses.flatMap(({ ctx, challengeId }) =>
    auditRows(ctx, [
      { action: "challenge.verified", target: { kind: "challenge", id: challengeId } },
    ]),
  );

/**
 * Builds the statement for guesses of one tenancy, each for another challenge. It returns a row per
 * guess, in any order; all columns are null for a challenge that wasn't found.
 */
export function judgeGuesses(guesses: readonly [CodeGuess, ...CodeGuess[]], now: Date): Prisma.Sql {
  const { ctx } = guesses[0];
  const tenancyId = ctx.tenancy.id;
  const rows = guesses.map(({ ctx: _, challengeId, ...guess }, turn) => ({
    turn,
    id: challengeId,
    ...guess,
  }));
  const isDayOld = Prisma.sql`c."expiresAt" <= ${new Date(now.getTime() - lifetimes.dayMs)}`;
  // Always true: it makes `challenges` read `mailboxes`, and so lock after it.
  const isAfterMailboxes = Prisma.sql`(SELECT count(*) FROM mailboxes) >= 0`;
  return Prisma.sql`
    WITH guesses AS MATERIALIZED (${callerInput(ctx, rows, columns)}),
    found AS MATERIALIZED (
      SELECT f."id", ${countedMailboxOf(Prisma.sql`f."emailNormalized"`)} AS "mailbox"
      FROM guesses g, LATERAL (
        SELECT c."id", c."emailNormalized" FROM "Challenge" c
        WHERE c."tenancyId" = ${tenancyId} AND c."id" = g."id"
          AND c."secretHash" = decode(g."secretHash", 'hex') LIMIT 1) f
    ),
    mailboxes AS MATERIALIZED (
      SELECT m."email", ${wrongCodes(now)} FROM "Mailbox" m
      WHERE m."tenancyId" = ${tenancyId}
        AND m."email" = ANY (ARRAY(SELECT f."mailbox" FROM found f))
      ORDER BY m."email" FOR UPDATE
    ),
    challenges AS MATERIALIZED (
      SELECT c.* FROM "Challenge" c
      WHERE c."tenancyId" = ${tenancyId} AND c."id" = ANY (ARRAY(SELECT f."id" FROM found f))
        AND ${isAfterMailboxes}
      ORDER BY c."id" FOR UPDATE
    ),
    compared AS (
      SELECT c.*, f."mailbox", g."turn",
        COALESCE(CASE WHEN c."fromVisitor" THEN m."wrongForVisitors" ELSE m."wrongForKeys" END, 0)
          AS "wrongSaved",
        ${wrongLimit} AS "wrongLimit",
        CASE WHEN c."verifiedAt" IS NOT NULL OR c."deletedAt" IS NOT NULL OR ${isDayOld} THEN 'used'
          WHEN c."expiresAt" <= ${now} THEN 'expired'
          WHEN c."attemptsLeft" = 0 THEN 'exceeded'
          WHEN g."digits" IS DISTINCT FROM c."codeDigits" THEN 'malformed'
          WHEN encode(c."codeMac", 'hex') = ANY (g."macs") THEN 'right'
          ELSE 'wrong' END AS "match"
      FROM challenges c JOIN guesses g ON g."id" = c."id" JOIN found f ON f."id" = c."id"
      LEFT JOIN mailboxes m ON m."email" = f."mailbox"
    ),
    ranked AS (
      SELECT k.*, (k."wrongSaved" + count(*) FILTER (WHERE k."match" = 'wrong') OVER (
        PARTITION BY k."mailbox", k."fromVisitor" ORDER BY k."turn"
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))::int AS "wrongBefore"
      FROM compared k
    ),
    judged AS MATERIALIZED (
      SELECT r.*,
        CASE WHEN r."match" IN ('malformed', 'right', 'wrong') AND r."wrongBefore" >= r."wrongLimit"
          THEN 'exceeded' ELSE r."match" END AS "verdict"
      FROM ranked r
    ),
    updated AS (
      UPDATE "Challenge" c SET "attemptsLeft" = c."attemptsLeft" - 1,
        "verifiedAt" = CASE WHEN j."verdict" = 'right' THEN ${now}::timestamptz END
      FROM judged j
      WHERE c."tenancyId" = ${tenancyId} AND c."id" = j."id" AND j."verdict" IN ('right', 'wrong')
    ),
    ${chargeMailboxes(ctx, { now, from: Prisma.sql`FROM judged WHERE "verdict" = 'wrong'` })},
    audit AS (${insertAudit(
      eventsOf(guesses),
      Prisma.sql`judged j`,
      Prisma.sql`j."verdict" = 'right' AND e."targetId" = j."id"`,
    )})
    SELECT j."id", j."purpose", j."email", j."userId", j."metadata", j."createdAt", j."expiresAt",
      j."emailNormalized", j."verdict", j."attemptsLeft", j."wrongBefore", j."wrongLimit"
    FROM guesses g LEFT JOIN judged j ON j."turn" = g."turn"`;
}
