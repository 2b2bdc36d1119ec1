import { z } from "zod";
import type { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { lifetimes, limits } from "@/lib/limits";
import { batchKey, revalidatedCaller, toRevalidated } from "@/lib/domain/api-key/cached-key";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows, recordAudit } from "@/lib/domain/audit/record-audit";
import type { CoalesceRules, CachedContext, TenancyContext } from "@/lib/domain/context";
import { hashSecretInHex } from "@/lib/domain/one-time-token/secret-value";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { macsOfGuess, readCode } from "./challenge-code";
import { challengeColumns, ChallengeRow, toChallenge } from "./challenge-row";
import { chargeMailboxes, wrongCodes } from "./mailbox-limits";

interface Guess {
  ctx: TenancyContext | CachedContext;
  challengeId: string;
  secretHash: string;
  /** Null for what is no code at all. */
  digits: number | null;
  macs: string[];
}

const Row = ChallengeRow.extend({
  verdict: z.enum(["used", "expired", "exceeded", "malformed", "wrong", "right"]),
  /** Before this guess. */
  attemptsLeft: z.int(),
  wrongBefore: z.int(),
  /**
   * Wrong codes of its mailbox after which the challenge ends; null when only its own attempts
   * count.
   */
  wrongLimit: z.int().nullable(),
});
type Row = z.infer<typeof Row>;

function guessOf(ctx: Guess["ctx"], { challengeId, secret, code: typed }: VerifyChallenge): Guess {
  const code = readCode(typed);
  const macs =
    code === null ? [] : macsOfGuess(ctx, challengeId, code).map((mac) => mac.toString("hex"));
  return {
    ctx,
    challengeId,
    secretHash: hashSecretInHex(secret),
    digits: code?.length ?? null,
    macs,
  };
}

/**
 * How many wrong codes end a pending challenge `c` (contract §7): fewer for an ordinary one, more
 * for a restricted one. A restricted one with a long code only has its own attempt to lose.
 */
const wrongLimit = Prisma.sql`
  CASE WHEN NOT c."isGuarded" THEN ${limits.wrongCodesUntilOneAttempt}::int WHEN c."codeDigits" < ${limits.longCodeDigits}::int THEN ${limits.wrongCodesUntilLongCode}::int END`;

/**
 * One statement decides, pays and verifies, for guesses at different challenges of a tenancy. It
 * locks their mailboxes, then the challenges, and reads both as they are under the locks; and a
 * guess counts the wrong ones before it at the same mailbox and kind of challenge (API key or
 * visitor). So of many guesses at once each sees what the one before it left, over all challenges
 * of the mailbox.
 */
function guessStatement(guesses: readonly [Guess, ...Guess[]], now: Date): Prisma.Sql {
  const { ctx } = guesses[0];
  const tenancyId = ctx.tenancy.id;
  // As JSON, so that one statement, prepared once, does for any number of them.
  const rows = JSON.stringify(
    guesses.map(({ challengeId, secretHash, digits, macs }, turn) => ({
      turn,
      id: challengeId,
      secretHash,
      digits,
      macs,
    })),
  );
  const events = guesses.flatMap(({ ctx, challengeId }) =>
    auditRows(ctx, [
      { action: "challenge.verified", target: { kind: "challenge", id: challengeId } },
    ]),
  );
  return Prisma.sql`
    WITH guesses AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rows}::jsonb) AS g("turn" int, "id" text, "secretHash" text, "digits" int, "macs" text[])
    ), ${revalidatedCaller(ctx, now)}, found AS MATERIALIZED (
      SELECT c."id", c."emailNormalized" FROM caller, guesses g, LATERAL (
        SELECT c."id", c."emailNormalized" FROM "Challenge" c
        WHERE c."tenancyId" = ${tenancyId} AND c."id" = g."id" AND c."secretHash" = decode(g."secretHash", 'hex') LIMIT 1) c
    ), mailbox AS MATERIALIZED (
      SELECT m."email", ${wrongCodes(now)} FROM "Mailbox" m
      WHERE m."tenancyId" = ${tenancyId} AND m."email" = ANY (ARRAY(SELECT "emailNormalized" FROM found)) ORDER BY m."email" FOR UPDATE
    ), target AS MATERIALIZED (
      SELECT c.* FROM "Challenge" c
      WHERE c."tenancyId" = ${tenancyId} AND c."id" = ANY (ARRAY(SELECT "id" FROM found)) AND (SELECT count(*) FROM mailbox) >= 0 ORDER BY c."id" FOR UPDATE
    ), compared AS (
      SELECT c.*, g."turn", ${wrongLimit} AS "wrongLimit", COALESCE(CASE WHEN c."fromVisitor" THEN m."wrongForVisitors" ELSE m."wrongForKeys" END, 0) AS "wrongSaved", CASE
        WHEN c."verifiedAt" IS NOT NULL OR c."deletedAt" IS NOT NULL OR c."expiresAt" <= ${new Date(now.getTime() - lifetimes.dayMs)} THEN 'used'
        WHEN c."expiresAt" <= ${now} THEN 'expired'
        WHEN c."attemptsLeft" = 0 THEN 'exceeded'
        WHEN g."digits" IS DISTINCT FROM c."codeDigits" THEN 'malformed'
        WHEN encode(c."codeMac", 'hex') = ANY (g."macs") THEN 'right'
        ELSE 'wrong' END AS "match"
      FROM target c JOIN guesses g ON g."id" = c."id" LEFT JOIN mailbox m ON m."email" = c."emailNormalized"
    ), counted AS (
      SELECT c.*, (c."wrongSaved" + count(*) FILTER (WHERE c."match" = 'wrong')
        OVER (PARTITION BY c."emailNormalized", c."fromVisitor" ORDER BY c."turn" ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING))::int AS "wrongBefore"
      FROM compared c
    ), judged AS MATERIALIZED (
      SELECT c.*, CASE WHEN c."match" IN ('malformed', 'right', 'wrong') AND c."wrongBefore" >= c."wrongLimit" THEN 'exceeded' ELSE c."match" END AS "verdict"
      FROM counted c
    ), paid AS (
      UPDATE "Challenge" c SET "attemptsLeft" = c."attemptsLeft" - 1, "verifiedAt" = CASE WHEN judged."verdict" = 'right' THEN ${now}::timestamptz END
      FROM judged WHERE c."tenancyId" = ${tenancyId} AND c."id" = judged."id" AND judged."verdict" IN ('right', 'wrong')
    ), ${chargeMailboxes(ctx, { now, from: Prisma.sql`FROM judged WHERE "verdict" = 'wrong'` })},
    audit AS (${insertAudit(events, Prisma.sql`judged`, Prisma.sql`judged."verdict" = 'right' AND e."targetId" = judged."id"`)})
    SELECT EXISTS (SELECT FROM caller) AS "isRevalidated", ${challengeColumns}, c."verdict", c."attemptsLeft", c."wrongBefore", c."wrongLimit"
    FROM (SELECT) always LEFT JOIN judged c ON TRUE`;
}

const Outcome = z.object({ isRevalidated: z.boolean(), id: z.string().nullable() });

/**
 * What became of a guess: nothing at all when its caller is not proven, and no row where there is
 * no such challenge.
 */
interface Judged {
  isRevalidated: boolean;
  row?: Row | undefined;
}

const verifications: CoalesceRules<Guess, Judged> = {
  ...limits.coalesce,
  conflictKey: ({ challengeId }) => challengeId,
  async run(guesses) {
    const { ctx } = guesses[0];
    const outcomes = await ctx.run(guessStatement(guesses, new Date(ctx.clock.now())));
    const { isRevalidated, id } = Outcome.parse(outcomes[0]);
    const rows = id === null ? [] : outcomes.map((row) => Row.parse(row));
    return guesses.map(({ challengeId }) => ({
      isRevalidated,
      row: rows.find(({ id }) => id === challengeId),
    }));
  },
};

/**
 * Verifies a code, once. In one round trip with whoever else guesses at once, and atomically:
 * guesses at once use at most the attempts there are, and a failing database costs nobody one. What
 * is not exactly the code's number of digits is a wrong code that costs nothing.
 * @throws InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded · InvalidChallengeCode,
 * in this order; Forbidden before them where a recalled key is no longer what it was
 */
export async function verifyChallenge(
  ctx: TenancyContext | CachedContext,
  guess: VerifyChallenge,
): Promise<ChallengeVerified> {
  const { isRevalidated, row } = await ctx.coalesce(
    verifications,
    batchKey(ctx) ?? ctx.tenancy.id,
    guessOf(ctx, guess),
  );
  if (!isRevalidated) throw new ServiceError("@error/Forbidden");
  const revalidated = toRevalidated(ctx);
  if (row === undefined || row.verdict === "used")
    throw new ServiceError("@error/InvalidChallenge");
  if (row.verdict === "expired") throw new ServiceError("@error/ChallengeExpired");
  if (row.verdict === "exceeded") throw new ServiceError("@error/ChallengeAttemptsExceeded");
  if (row.verdict === "right") return { _tag: "ChallengeVerified", challenge: toChallenge(row) };
  const cost = row.verdict === "wrong" ? 1 : 0;
  const wrong = row.wrongBefore + cost;
  if (
    cost > 0 &&
    (wrong === limits.wrongCodesUntilOneAttempt || wrong === limits.wrongCodesUntilLongCode)
  )
    await recordAudit(revalidated, revalidated.db, {
      action: "challenge.guess-budget-spent",
      target: { kind: "challenge", id: row.id },
    });
  const attemptsRemaining = Math.min(row.attemptsLeft - cost, (row.wrongLimit ?? Infinity) - wrong);
  throw new ServiceError("@error/InvalidChallengeCode", { attemptsRemaining });
}
