import { limits } from "@/lib/limits";
import { createTurns } from "@/lib/platform/turns";

const { requestTurns, databaseWaitMs, requestLinesMs } = limits;

/**
 * Runs an endpoint's work, a few of one tenancy at a time. Without this, a neighbour's request
 * waits for the processor behind everything that one tenancy has sent.
 * @throws TurnRefused after five seconds or behind too many, answered with 503
 */
export const takeRequestTurn = createTurns({
  maxConcurrent: requestTurns.requests,
  maxWaiting: requestTurns.waiting,
  maxWaitMs: databaseWaitMs,
});

/**
 * Prepares the next piece of a streamed response, one piece of a tenancy at a time. A slow reader
 * holds no turn.
 */
export const takeStreamTurn = createTurns({
  maxConcurrent: 1,
  maxWaiting: requestTurns.waiting,
  maxWaitMs: requestLinesMs,
});
