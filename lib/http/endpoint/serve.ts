// How a JSON endpoint serves a request:
// 1. It finds the caller: only a known caller learns what is wrong with a request.
// 2. It reads and checks the input.
// 3. It counts a request without an API key against the rate limits. One that step 2 refuses counts, too.
// 4. It responds.
//
// A hot endpoint is coalesced: its first statement, which it shares with concurrent requests, also
// confirms the caller and counts the request. So step 1 takes the caller from a cache, as a guess that
// the statement confirms, and step 3 does nothing.

import { countingRefusal, countRequest } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Guess } from "@/lib/domain/base/context";
import { isServiceError } from "@/lib/errors";
import type { UncountedCaller } from "./authenticate";
import { type Call, type CalledEndpoint, type Reply, runCall } from "./call";
import type { RouteHandler } from "./route-module";

/** Who sends a request, and in `uncounted` the request, if it counts: it has no API key. */
type Caller = UncountedCaller | { ctx: object; uncounted?: undefined };

/** What an endpoint does in each step. */
interface Steps<C extends Caller, Sent, Input> {
  /** Step 1. With a guess, it looks only in the cache. */
  findCaller: (call: Call, guess?: Guess) => Promise<C>;
  /** The first half of step 2, which runs once. */
  read: (call: Call) => Promise<Sent>;
  /** The second half of step 2, which runs again for a caller from the database. */
  check: (caller: C, sent: Sent) => Promise<Input> | Input;
  /** The token in what was sent, if a backend authorized the request. Step 3 counts it differently. */
  tokenOf?: (sent: Sent) => UncountedRequest["token"];
  isCoalesced: (request: Request) => boolean;
  /** Step 4. In a coalesced endpoint, its first statement is a `confirmedQuery`. */
  respond: (call: Call, caller: C, input: Input) => Promise<Reply>;
}

/** Runs steps 2 to 4 for a caller. */
async function serveCaller<C extends Caller, Sent, Input>(
  call: Call,
  caller: C,
  { read, check, tokenOf, isCoalesced, respond }: Steps<C, Sent, Input>,
): Promise<Reply> {
  const readAndCheck = async () => {
    const sent = await read(call);
    return { token: tokenOf?.(sent), input: await check(caller, sent) };
  };
  if (caller.uncounted === undefined) {
    const { input } = await readAndCheck();
    return respond(call, caller, input);
  }
  const { ctx } = caller;
  const { token, input } = await countingRefusal(ctx, caller.uncounted, readAndCheck);
  const uncounted = { ...caller.uncounted, token };
  if (!isCoalesced(call.request)) await countRequest(ctx, uncounted);
  return respond(call, { ...caller, uncounted }, input);
}

/**
 * Runs `work` for a caller from the cache. The first statement of `work` sets `guess.isConfirmed` if
 * the cache is current, and then its result or error is final. Otherwise a refusal may come from an
 * outdated or missing entry, so `work` runs again for the caller from the database.
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

/** Creates the handler of a JSON endpoint from its steps. */
export const serve =
  <C extends Caller, Sent, Input>(
    endpoint: CalledEndpoint,
    steps: Steps<C, Sent, Input>,
  ): RouteHandler =>
  (request, context) =>
    runCall(request, context, endpoint, async (call) => {
      // A body can be read only once, and a coalesced call may be served twice.
      let sent: Promise<Sent> | undefined;
      const read = () => (sent ??= steps.read(call));
      const serveAs = (caller: C) => serveCaller(call, caller, { ...steps, read });
      return steps.isCoalesced(call.request)
        ? withCaller((guess) => steps.findCaller(call, guess), serveAs)
        : serveAs(await steps.findCaller(call));
    });
