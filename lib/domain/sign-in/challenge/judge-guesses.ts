// The statement that judges guesses and verifies challenges, one line per CTE:
// - `guesses`: the input, one row per guess, in order of `turn`
// - `found`: the challenges with these ids and secrets, and the mailboxes that they count for
// - `mailbox`: locks their mailboxes and counts the day's wrong codes
// - `target`: then locks the challenges; it reads `mailbox` so that this order is fixed
// - `compared`: compares each guess with its challenge (`match`)
// - `ranked`: adds the wrong guesses of the same statement, mailbox and kind of sender (`fromVisitor`)
//   with a lower `turn`
// - `judged`: the verdict, which also considers the limits of the mailbox
// - `updated`: uses an attempt, and verifies the challenge if the code is right
// - `charged`: counts wrong codes on the mailboxes
// - `audit`: the events of the verified challenges
//
// A mailbox is locked before its count is read, so concurrent guesses see each other's wrong codes,
// across all challenges of the mailbox.

import { callerInput } from "@/lib/domain/access/confirmed-query";
import type { TenancyContext } from "@/lib/domain/base/context";
import { auditRows, insertAudit } from "@/lib/domain/record/audit/record-audit";
import { countedMailboxOf } from "@/lib/domain/user/counted-mailbox";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { challengeColumns } from "./challenge-row";
import { chargeMailboxes, wrongCodes } from "./mailbox-limits";

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
 * - any challenge with several attempts: `wrongCodesUntilOneAttempt`
 * - a restricted one (`isGuarded`), with one attempt: `wrongCodesUntilLongCode`
 * - a restricted one with a long code: no limit (null)
 */
const wrongLimit = Prisma.sql`
  CASE WHEN NOT c."isGuarded" THEN ${limits.wrongCodesUntilOneAttempt}::int
    WHEN c."codeDigits" < ${limits.longCodeDigits}::int THEN ${limits.wrongCodesUntilLongCode}::int
  END`;

const matchOf = (now: Date) => Prisma.sql`
  CASE WHEN c."verifiedAt" IS NOT NULL OR c."deletedAt" IS NOT NULL
      OR c."expiresAt" <= ${new Date(now.getTime() - lifetimes.dayMs)} THEN 'used'
    WHEN c."expiresAt" <= ${now} THEN 'expired'
    WHEN c."attemptsLeft" = 0 THEN 'exceeded'
    WHEN g."digits" IS DISTINCT FROM c."codeDigits" THEN 'malformed'
    WHEN encode(c."codeMac", 'hex') = ANY (g."macs") THEN 'right'
    ELSE 'wrong' END`;

const columns = Prisma.sql`
  "turn" int, "id" text, "secretHash" text, "digits" int, "macs" text[]`;

/**
 * Builds the statement for guesses of one tenancy, each for another challenge. It returns a row per
 * guess, in any order; all columns are null for a challenge that wasn't found.
 */
export function judgeGuesses(guesses: readonly [CodeGuess, ...CodeGuess[]], now: Date): Prisma.Sql {
  const { ctx } = guesses[0];
  const tenancyId = ctx.tenancy.id;
  const rows = guesses.map(({ challengeId, secretHash, digits, macs }, turn) => ({
    turn,
    id: challengeId,
    secretHash,
    digits,
    macs,
  }));
  const events = guesses.flatMap(({ ctx, challengeId }) =>
    auditRows(ctx, [
      { action: "challenge.verified", target: { kind: "challenge", id: challengeId } },
    ]),
  );
  const matchesEvent = Prisma.sql`judged."verdict" = 'right' AND e."targetId" = judged."id"`;
  return Prisma.sql`
    WITH guesses AS MATERIALIZED (${callerInput(ctx, rows, columns)}), found AS MATERIALIZED (
      SELECT c."id", ${countedMailboxOf(Prisma.sql`c."emailNormalized"`)} AS "mailbox"
      FROM guesses g, LATERAL (
        SELECT c."id", c."emailNormalized" FROM "Challenge" c
        WHERE c."tenancyId" = ${tenancyId} AND c."id" = g."id"
          AND c."secretHash" = decode(g."secretHash", 'hex') LIMIT 1) c
    ), mailbox AS MATERIALIZED (
      SELECT m."email", ${wrongCodes(now)} FROM "Mailbox" m
      WHERE m."tenancyId" = ${tenancyId}
        AND m."email" = ANY (ARRAY(SELECT "mailbox" FROM found))
      ORDER BY m."email" FOR UPDATE
    ), target AS MATERIALIZED (
      SELECT c.* FROM "Challenge" c
      WHERE c."tenancyId" = ${tenancyId} AND c."id" = ANY (ARRAY(SELECT "id" FROM found))
        AND (SELECT count(*) FROM mailbox) >= 0
      ORDER BY c."id" FOR UPDATE
    ), compared AS (
      SELECT c.*, f."mailbox", g."turn", ${wrongLimit} AS "wrongLimit",
        COALESCE(CASE WHEN c."fromVisitor" THEN m."wrongForVisitors" ELSE m."wrongForKeys" END, 0)
          AS "wrongSaved",
        ${matchOf(now)} AS "match"
      FROM target c JOIN guesses g ON g."id" = c."id" JOIN found f ON f."id" = c."id"
      LEFT JOIN mailbox m ON m."email" = f."mailbox"
    ), ranked AS (
      SELECT c.*, (c."wrongSaved" + count(*) FILTER (WHERE c."match" = 'wrong') OVER (
        PARTITION BY c."mailbox", c."fromVisitor" ORDER BY c."turn"
        ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))::int AS "wrongBefore"
      FROM compared c
    ), judged AS MATERIALIZED (
      SELECT c.*,
        CASE WHEN c."match" IN ('malformed', 'right', 'wrong') AND c."wrongBefore" >= c."wrongLimit"
          THEN 'exceeded' ELSE c."match" END AS "verdict"
      FROM ranked c
    ), updated AS (
      UPDATE "Challenge" c SET "attemptsLeft" = c."attemptsLeft" - 1,
        "verifiedAt" = CASE WHEN judged."verdict" = 'right' THEN ${now}::timestamptz END
      FROM judged
      WHERE c."tenancyId" = ${tenancyId} AND c."id" = judged."id"
        AND judged."verdict" IN ('right', 'wrong')
    ), ${chargeMailboxes(ctx, { now, from: Prisma.sql`FROM judged WHERE "verdict" = 'wrong'` })},
    audit AS (${insertAudit(events, Prisma.sql`judged`, matchesEvent)})
    SELECT ${challengeColumns}, c."emailNormalized", c."verdict", c."attemptsLeft", c."wrongBefore",
      c."wrongLimit"
    FROM guesses g LEFT JOIN judged c ON c."turn" = g."turn"`;
}
