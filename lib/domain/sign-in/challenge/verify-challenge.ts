import { z } from "zod";
import type { ChallengeVerified, VerifyChallenge } from "@/lib/contract/challenge";
import { idPattern } from "@/lib/contract/fields";
import { requireScope } from "@/lib/domain/access/api-key/is-caller-live";
import { batchKey, confirmedQuery } from "@/lib/domain/access/confirmed-query";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { CoalesceRules, Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { changeEmail } from "@/lib/domain/user/change-email";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { lockIdentities } from "@/lib/domain/user/lock-user";
import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import type { User } from "@/prisma/generated/client";
import { macsOfGuess, readCode } from "./challenge-draft";
import { ChallengeRow, toChallenge } from "./challenge-row";
import { type CodeGuess, judgeGuesses } from "./judge-guesses";

const JudgedRow = ChallengeRow.extend({
  emailNormalized: z.string(),
  verdict: z.enum(["used", "expired", "exceeded", "malformed", "wrong", "right"]),
  /** Before this guess. */
  attemptsLeft: z.int(),
  /** The mailbox's wrong codes of the day, before this guess. */
  wrongBefore: z.int(),
  /** Wrong codes of the mailbox that end the challenge; null when only its own attempts count. */
  wrongLimit: z.int().nullable(),
});
type JudgedRow = z.infer<typeof JudgedRow>;

/** Null for a guess at no challenge: none has its id and secret. */
const Outcome = z.union([z.object({ id: z.null() }), JudgedRow]);

/** Undefined when no challenge has this id and secret. */
type Judged = JudgedRow | undefined;

function guessOf(
  ctx: CodeGuess["ctx"],
  typed: Pick<VerifyChallenge, "challengeId" | "secret" | "code">,
): CodeGuess {
  // The caller chooses its length, and no challenge has another kind of id.
  const challengeId = idPattern.test(typed.challengeId) ? typed.challengeId : "";
  const code = readCode(typed.code);
  const macs =
    code === null ? [] : macsOfGuess(ctx, challengeId, code).map((mac) => mac.toString("hex"));
  return {
    ctx,
    challengeId,
    secretHash: hashSecretValue(typed.secret).toString("hex"),
    digits: code?.length ?? null,
    macs,
  };
}

/** Judges guesses of one tenancy, each for another challenge. One statement; results in order. */
async function judge(
  db: Queryable,
  guesses: readonly [CodeGuess, ...CodeGuess[]],
): Promise<[Judged, ...Judged[]]> {
  const now = new Date(guesses[0].ctx.clock.now());
  const outcomes = await confirmedQuery(db, guesses, Outcome, judgeGuesses(guesses, now));
  const judged = outcomes.filter(({ id }) => id !== null);
  return guesses.map(({ challengeId }) => judged.find(({ id }) => id === challengeId)) as [
    Judged,
    ...Judged[],
  ];
}

const refusal = (message: string) => badRequest("setUserEmail", message);

/** Locks the user whom the challenge names, before the challenge: an erasure takes this order. */
async function lockUserOf({ ctx, challengeId }: CodeGuess, tx: Queryable): Promise<User | null> {
  const tenancyId = ctx.tenancy.id;
  const challenge = await tx.challenge.findUnique({
    where: { tenancyId_id: { tenancyId, id: challengeId } },
    select: { userId: true, emailNormalized: true },
  });
  if (challenge === null || challenge.userId === null) return null;
  const { userId, emailNormalized: email } = challenge;
  await lockIdentities(ctx, tx, { userId, email });
  const user = await findUserByUserId(ctx, tx, userId);
  if (user === null) return null;
  await tx.$executeRaw`
    SELECT 1 FROM "User" WHERE "tenancyId" = ${tenancyId} AND "sub" = ${user.sub} FOR UPDATE`;
  return user;
}

/**
 * Judges a guess. If the code is right, the challenge's user owns its email from then on, verified,
 * in place of the earlier one. Both are written or neither; a wrong code still costs its attempt.
 * @throws BadRequest (setUserEmail) if the code is right but the challenge names no user ·
 * DuplicateEmail if another user owns the email. The code stays valid after both.
 */
const judgeAndSetEmail = (ctx: TenancyContext, guess: CodeGuess): Promise<Judged> =>
  ctx.db.$transaction(async (tx) => {
    const user = await lockUserOf(guess, tx);
    const [judged] = await judge(tx, [guess]);
    if (judged?.verdict !== "right") return judged;
    if (judged.userId === null)
      throw refusal("requires a challenge that was created with a userId");
    if (user === null) throw refusal("no user has the userId of this challenge");
    await changeEmail(ctx, tx, { sub: user.sub, email: judged.email, emailVerified: true });
    return judged;
  });

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
