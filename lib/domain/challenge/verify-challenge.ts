import { z } from "zod";
import type { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { limits } from "@/lib/limits";
import { callerName, confirmCaller } from "@/lib/domain/api-key/caller-version";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { CoalesceRules, TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { noteEvent } from "@/lib/domain/timeline/note-event";
import { ServiceError } from "@/lib/errors";
import { macsOfGuess, readCode } from "./challenge-code";
import { ChallengeRow, toChallenge } from "./challenge-row";
import { judgeGuesses, type Guess } from "./judge-guesses";

const Row = ChallengeRow.extend({
  emailNormalized: z.string(),
  verdict: z.enum(["used", "expired", "exceeded", "malformed", "wrong", "right"]),
  /** Before this guess. */
  attemptsLeft: z.int(),
  /** The mailbox's wrong codes of the day, before this guess. */
  wrongBefore: z.int(),
  /** Wrong codes of the mailbox that end the challenge; null when only its own attempts count. */
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
    secretHash: hashSecretValue(secret).toString("hex"),
    digits: code?.length ?? null,
    macs,
  };
}

const Outcome = z.union([
  z.object({ isUnchanged: z.boolean(), id: z.null() }),
  Row.extend({ isUnchanged: z.boolean() }),
]);

interface Judged {
  /** False when the caller changed. */
  isUnchanged: boolean;
  /** Undefined when no challenge has this id and secret. */
  row?: Row | undefined;
}

const verifications: CoalesceRules<Guess, Judged> = {
  ...limits.coalesce,
  conflictKey: ({ challengeId }) => challengeId,
  async run(guesses) {
    const { ctx } = guesses[0];
    const outcomes = await ctx.db.query(Outcome)(judgeGuesses(guesses, new Date(ctx.clock.now())));
    const rows = outcomes.filter((outcome) => outcome.id !== null);
    return guesses.map(({ challengeId }) => ({
      isUnchanged: outcomes[0]?.isUnchanged === true,
      row: rows.find(({ id }) => id === challengeId),
    }));
  },
};

/**
 * Verifies a code and uses up its challenge. One atomic round trip, shared with concurrent calls:
 * - Concurrent guesses never exceed the remaining attempts.
 * - A database failure costs no attempt.
 * - A code of the wrong length is wrong but costs no attempt.
 * @throws InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded · InvalidChallengeCode, in
 * this order of precedence · CallerChanged, changing nothing
 */
export async function verifyChallenge(
  ctx: TenancyContext,
  guess: VerifyChallenge,
): Promise<ChallengeVerified> {
  const { isUnchanged, row } = await ctx.coalesce(
    verifications,
    callerName(ctx),
    guessOf(ctx, guess),
  );
  confirmCaller(ctx, isUnchanged);
  const subject = { email: row?.emailNormalized, challengeId: guess.challengeId };
  if (row === undefined || row.verdict === "used")
    throw new ServiceError("@error/InvalidChallenge").about(subject);
  if (row.verdict === "expired") throw new ServiceError("@error/ChallengeExpired").about(subject);
  if (row.verdict === "exceeded")
    throw new ServiceError("@error/ChallengeAttemptsExceeded").about(subject);
  if (row.verdict === "right") {
    noteEvent(ctx, "code.verified", subject);
    return { _tag: "ChallengeVerified", challenge: toChallenge(row) };
  }
  const cost = row.verdict === "wrong" ? 1 : 0;
  const wrong = row.wrongBefore + cost;
  if (
    cost > 0 &&
    (wrong === limits.wrongCodesUntilOneAttempt || wrong === limits.wrongCodesUntilLongCode)
  )
    await recordAudit(ctx, ctx.db, {
      action: "challenge.guess-budget-spent",
      target: { kind: "challenge", id: row.id },
    });
  const attemptsRemaining = Math.min(row.attemptsLeft - cost, (row.wrongLimit ?? Infinity) - wrong);
  throw new ServiceError("@error/InvalidChallengeCode", { attemptsRemaining }).about(subject);
}
