import type { TenancyContext } from "@/lib/domain/base/context";
import { joinTransaction } from "@/lib/domain/base/join-transaction";
import type { Queryable } from "@/lib/platform/database-client";

type Effect = () => void;

/**
 * Returns a context whose statements all run in a transaction. What happens outside it (waking the email
 * queue, counts, timeline events) waits for `runEffects`, which the caller calls after the commit.
 */
export function contextWithin(
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
