import { z } from "zod";
import type { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { lifetimes, limits } from "@/lib/config";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows, recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { macsOfGuess } from "./challenge-code";
import { challengeColumns, ChallengeRow, toChallenge } from "./challenge-row";
import { chargeMailbox, hasSpentGuesses } from "./mailbox-limits";

const Row = ChallengeRow.extend({
  verdict: z.enum(["used", "expired", "exceeded", "wrong", "right"]),
  isGuarded: z.boolean(),
  /** Before this guess. */
  attemptsLeft: z.int(),
  guessesSpent: z.int(),
});

/**
 * One statement decides, pays and verifies. It locks the mailbox, then the challenge, and reads both as they are under
 * the locks; so of many guesses at once each sees what the one before it left, over all challenges of the mailbox.
 */
function guessStatement(ctx: TenancyContext, { challengeId, secret, code }: VerifyChallenge, now: Date): Prisma.Sql {
  const tenancyId = ctx.tenancy.id;
  const mine = Prisma.sql`c."tenancyId" = ${tenancyId} AND c."id" = ${challengeId} AND c."secretHash" = ${hashSecretValue(secret)}`;
  const dayAgo = new Date(now.getTime() - lifetimes.dayMs);
  const events = auditRows(ctx, [{ action: "challenge.verified", target: { kind: "challenge", id: challengeId } }]);
  return Prisma.sql`
    WITH mailbox AS MATERIALIZED (
      SELECT ${hasSpentGuesses(now)} AS "hasSpentGuesses", (SELECT count(*)::int FROM unnest(m."wrongAt") AS t WHERE t > ${dayAgo}) AS "guessesSpent"
      FROM "Mailbox" m WHERE m."tenancyId" = ${tenancyId} AND m."email" = (SELECT c."emailNormalized" FROM "Challenge" c WHERE ${mine})
      FOR UPDATE
    ), target AS MATERIALIZED (
      SELECT c.* FROM "Challenge" c WHERE ${mine} AND (SELECT count(*) FROM mailbox) >= 0 FOR UPDATE
    ), judged AS MATERIALIZED (
      SELECT c.*, COALESCE((SELECT "guessesSpent" FROM mailbox), 0) AS "guessesSpent", CASE
        WHEN c."verifiedAt" IS NOT NULL OR c."deletedAt" IS NOT NULL OR c."expiresAt" <= ${dayAgo} THEN 'used'
        WHEN c."expiresAt" <= ${now} THEN 'expired'
        WHEN c."attemptsLeft" = 0 OR (NOT c."isGuarded" AND COALESCE((SELECT "hasSpentGuesses" FROM mailbox), false)) THEN 'exceeded'
        WHEN c."codeMac" IN (${Prisma.join(macsOfGuess(ctx, challengeId, code))}) THEN 'right'
        ELSE 'wrong' END AS "verdict"
      FROM target c
    ), paid AS (
      UPDATE "Challenge" c SET "attemptsLeft" = c."attemptsLeft" - 1, "verifiedAt" = CASE WHEN judged."verdict" = 'right' THEN ${now}::timestamptz END
      FROM judged WHERE ${mine} AND judged."verdict" IN ('right', 'wrong')
    ), ${chargeMailbox(ctx, { now, from: Prisma.sql`FROM judged WHERE "verdict" = 'wrong'` })},
    audit AS (${insertAudit(events, Prisma.sql`(SELECT 1 FROM judged WHERE "verdict" = 'right') won`)})
    SELECT ${challengeColumns}, c."verdict", c."isGuarded", c."attemptsLeft", c."guessesSpent" FROM judged c`;
}

/**
 * Verifies a code, once. In one round trip, and atomically: guesses at once use at most the attempts there are, and a
 * failing database costs nobody one.
 * @throws InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded · InvalidChallengeCode, in this order
 */
export async function verifyChallenge(ctx: TenancyContext, guess: VerifyChallenge): Promise<ChallengeVerified> {
  const now = new Date(ctx.clock.now());
  const [found] = await ctx.run(guessStatement(ctx, guess, now));
  const row = found === undefined ? undefined : Row.parse(found);
  if (row === undefined || row.verdict === "used") throw new ServiceError("@error/InvalidChallenge");
  if (row.verdict === "expired") throw new ServiceError("@error/ChallengeExpired");
  if (row.verdict === "exceeded") throw new ServiceError("@error/ChallengeAttemptsExceeded");
  if (row.verdict === "right") return { _tag: "ChallengeVerified", challenge: toChallenge(row) };
  const guessesLeft = limits.wrongCodesPerDay - row.guessesSpent - 1;
  if (guessesLeft === 0) await recordAudit(ctx, ctx.db, { action: "challenge.guess-budget-spent", target: { kind: "challenge", id: row.id } });
  const attemptsLeft = row.attemptsLeft - 1;
  throw new ServiceError("@error/InvalidChallengeCode", { attemptsRemaining: row.isGuarded ? attemptsLeft : Math.min(attemptsLeft, guessesLeft) });
}
