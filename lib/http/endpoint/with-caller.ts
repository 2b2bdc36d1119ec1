import type { Guess } from "@/lib/domain/context";
import { isServiceError } from "@/lib/errors";

/**
 * Runs `work` for a cached caller, whom its first statement confirms. If the request is refused before
 * that, because no caller is cached or for any other reason, runs it again for a freshly read caller.
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
