import type { Guess } from "@/lib/domain/context";
import { isServiceError } from "@/lib/errors";

/**
 * Works for a caller without a query of its own for who that is:
 * 1. finds the caller in the cache, and runs `work`, whose first statement confirms the caller
 * 2. returns its result, or its error, if that statement confirmed
 * 3. otherwise (no caller is cached, or the cached one changed) reads the caller and runs `work` again
 * @param find finds the caller in the cache if it gets a guess, which belongs to the caller's context
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
