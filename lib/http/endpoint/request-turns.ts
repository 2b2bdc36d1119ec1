import { limits } from "@/lib/limits";
import { createTurns } from "@/lib/platform/turns";

const { databaseWaits, requestTurns, requestLinesMs } = limits;

/**
 * Limits how many requests of one tenancy run at the same time. Otherwise other tenancies' requests
 * would wait for the processor behind all of them.
 * @throws TurnRefused after five seconds, unless the call sets its own limit, or if too many wait;
 * becomes a 503
 */
export const takeRequestTurn = createTurns({
  maxConcurrent: requestTurns.requests,
  maxWaiting: requestTurns.waiting,
  maxWaitMs: databaseWaits.connectionMs,
});

/**
 * Limits streamed responses to one chunk per tenancy at a time. A slow reader doesn't keep its
 * turn.
 */
export const takeStreamTurn = createTurns({
  maxConcurrent: 1,
  maxWaiting: requestTurns.waiting,
  maxWaitMs: requestLinesMs,
});
