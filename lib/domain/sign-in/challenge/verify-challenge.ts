import type { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { requireScope } from "@/lib/domain/access/api-key/require-scope";
import { batchKey } from "@/lib/domain/access/batch-key";
import type { CoalesceRules, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { toChallenge } from "./challenge-row";
import { judgeAndSetEmail } from "./judge-and-set-email";
import { guessOf, judge, type Judged } from "./judge-guess";
import type { CodeGuess } from "./judge-guesses";

const verifications: CoalesceRules<CodeGuess, Judged> = {
  ...limits.coalesce,
  conflictKey: ({ challengeId }) => challengeId,
  run: (guesses) => judge(guesses[0].ctx.db, guesses),
};

/**
 * Verifies a code and uses up its challenge. One atomic round trip, shared with concurrent calls;
 * a transaction with `setUserEmail`:
 * - Concurrent guesses never exceed the remaining attempts.
 * - A database failure costs no attempt.
 * - A code of the wrong length is wrong but costs no attempt.
 * @throws InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded · InvalidChallengeCode, in
 * this order of precedence · with `setUserEmail`, changing nothing: Forbidden without the scope
 * `users:write`, BadRequest if the challenge names no user, DuplicateEmail
 */
export async function verifyChallenge(
  ctx: TenancyContext,
  { setUserEmail = false, ...typed }: VerifyChallenge,
): Promise<ChallengeVerified> {
  if (setUserEmail) requireScope(ctx, "users:write");
  const guess = guessOf(ctx, typed);
  const row = setUserEmail
    ? await judgeAndSetEmail(ctx, guess)
    : await ctx.coalesce(verifications, batchKey(ctx), guess);
  const subject = { email: row?.emailNormalized, challengeId: typed.challengeId };
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
  if (cost > 0 && row.attemptsLeft === cost)
    ctx.activity.note(ctx.tenancy.id, "challenge.exhausted");
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
