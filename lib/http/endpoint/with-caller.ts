import type { Guess } from "@/lib/domain/base/context";
import { isServiceError } from "@/lib/errors";

/**
 * Runs `work` for a cached caller first, so that a hot request needs no query to authenticate:
 * 1. Finds the caller in the cache. The first statement of `work`, a `confirmedQuery`, checks that the
 *    cached rows are current, and then sets `guess.isConfirmed`.
 * 2. If it is set, the result or the error of `work` is final.
 * 3. Otherwise a refusal may come from outdated rows, because no caller was cached, it has changed, or
 *    `work` refused before its first statement: reads the caller from the database and runs `work`
 *    again.
 * @param find with a guess, looks only in the cache, and puts the guess into the caller's context
 */
export async function withCaller<Caller, Result>(
  find: (guess?: Guess) => Promise<Caller>,
  work: (caller: Caller) => Promise<Result>,
): Promise<Result> {
  const guess: Guess = { isConfirmed: false };
  try {
    const result = await work(await find(guess));
    if (!guess.isConfirmed) throw new Error("no statement confirmed the cached caller");
    return result;
  } catch (error) {
    if (guess.isConfirmed || !isServiceError(error)) throw error;
  }
  return work(await find());
}
