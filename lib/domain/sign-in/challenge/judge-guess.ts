import { z } from "zod";
import type { VerifyChallenge } from "@/lib/contract/challenge";
import { idPattern } from "@/lib/contract/fields";
import { confirmedQuery } from "@/lib/domain/access/confirmed-query";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Queryable } from "@/lib/domain/base/context";
import { macsOfGuess, readCode } from "./challenge-draft";
import { ChallengeRow } from "./challenge-row";
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
export type Judged = JudgedRow | undefined;

export function guessOf(
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
export async function judge(
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
