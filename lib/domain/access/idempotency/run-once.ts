import type { TenancyContext } from "@/lib/domain/base/context";
import { joinTransaction } from "@/lib/domain/base/join-transaction";
import { isServiceError, ServiceError } from "@/lib/errors";
import type { Queryable } from "@/lib/platform/database-client";
import {
  type Attempt,
  AttemptReplaced,
  type IdempotentRequest,
  keepReply,
  release,
  reserve,
} from "./reservation";

type Effect = () => void;

/**
 * Returns a context whose statements all run in a transaction. What happens outside it (waking the email
 * queue, counts, timeline events) waits for `runEffects`, which the caller calls after the commit.
 */
function contextWithin(
  ctx: TenancyContext,
  tx: Queryable,
): { inner: TenancyContext; runEffects: Effect } {
  const effects: Effect[] = [];
  const later = (effect: Effect) => void effects.push(effect);
  const { deliveries, activity, timeline } = ctx;
  const inner: TenancyContext = {
    ...ctx,
    db: joinTransaction(tx),
    // Alone: a shared statement would run outside the transaction.
    async coalesce({ run }, _queue, call) {
      const [result] = await run([call]);
      return result as Exclude<typeof result, undefined | "deferred">;
    },
    // Waiting here would keep the transaction's connection. Locks of the database suffice.
    takeTurn: async (_key, work) => work(),
    deliveries: { wake: (tenancyId) => later(() => deliveries.wake(tenancyId)) },
    activity: { note: (...noted) => later(() => activity.note(...noted)) },
    timeline: {
      note: (event) => later(() => timeline.note(event)),
      // Nothing is noted before the commit.
      flush: () => Promise.resolve(),
    },
  };
  return { inner, runEffects: () => effects.forEach((effect) => effect()) };
}

export interface OnceReply {
  reply: string;
  isReplayed: boolean;
}

function toUnavailable(error: unknown): never {
  if (!(error instanceof AttemptReplaced)) throw error;
  throw new ServiceError(
    "@error/Unavailable",
    undefined,
    "This request took too long, and a retry has replaced it. It changed nothing. Send it again.",
  );
}

/** Runs the work and keeps its reply in one transaction. A refusal commits, too: it may have written. */
async function runAttempt(
  ctx: TenancyContext,
  reserved: Attempt,
  work: (ctx: TenancyContext) => Promise<string>,
): Promise<string> {
  const attempted = ctx.db.$transaction(async (tx) => {
    const { inner, runEffects } = contextWithin(ctx, tx);
    try {
      const reply = await work(inner);
      await keepReply(ctx, tx, reserved, reply);
      return { outcome: { reply }, runEffects };
    } catch (error) {
      if (!isServiceError(error)) throw error;
      await release(ctx, tx, reserved);
      return { outcome: { refusal: error }, runEffects };
    }
  });
  const { outcome, runEffects } = await attempted.catch(toUnavailable);
  runEffects();
  if ("refusal" in outcome) throw outcome.refusal;
  return outcome.reply;
}

/**
 * Runs the work of a request with an Idempotency-Key, which succeeds at most once, and returns that
 * reply to each retry (contract §10). Its effect and the reply are written in one transaction.
 * @param work gets the context of that transaction, and runs again if it failed
 * @throws IdempotencyConflict · RateLimited · Unavailable if another attempt took over · what `work`
 * throws: a ServiceError (a refusal) keeps its writes but no reply, any other error rolls back
 */
export async function runOnce(
  ctx: TenancyContext,
  request: IdempotentRequest,
  work: (ctx: TenancyContext) => Promise<string>,
): Promise<OnceReply> {
  const reserved = await reserve(ctx, request);
  return "reply" in reserved
    ? { reply: reserved.reply, isReplayed: true }
    : { reply: await runAttempt(ctx, reserved, work), isReplayed: false };
}
