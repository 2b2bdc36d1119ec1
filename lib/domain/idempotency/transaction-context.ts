import type { TenancyContext } from "@/lib/domain/context";
import type { Database, Queryable } from "@/lib/platform/database-client";

type Effect = () => void;

/** Runs work in a savepoint: its statements are undone if it throws, those before it are not. */
async function inSavepoint<T>(tx: Queryable, work: () => Promise<T>): Promise<T> {
  await tx.$executeRawUnsafe("SAVEPOINT nested");
  try {
    const result = await work();
    await tx.$executeRawUnsafe("RELEASE SAVEPOINT nested");
    return result;
  } catch (error) {
    await tx.$executeRawUnsafe("ROLLBACK TO SAVEPOINT nested");
    throw error;
  }
}

const databaseWithin = (tx: Queryable): Database =>
  new Proxy(tx, {
    get: (target, name): unknown =>
      name === "$transaction"
        ? (work: (tx: Queryable) => Promise<unknown>) => inSavepoint(tx, () => work(tx))
        : Reflect.get(target, name),
  }) as Database;

/**
 * Returns the context for an operation within a transaction: all its statements belong to it. What
 * isn't in the database happens in `commit`, which the caller runs after the transaction.
 */
export function contextWithin(
  ctx: TenancyContext,
  tx: Queryable,
): { inner: TenancyContext; commit: Effect } {
  const effects: Effect[] = [];
  const later = (effect: Effect) => void effects.push(effect);
  const { deliveries, activity, timeline } = ctx;
  const inner: TenancyContext = {
    ...ctx,
    db: databaseWithin(tx),
    async coalesce({ run }, _queue, call) {
      const [result] = await run([call]);
      return result as Exclude<typeof result, undefined | "deferred">;
    },
    // Waiting here would keep the transaction's connection. Locks of the database suffice.
    takeTurn: async (_key, work) => work(),
    deliveries: { wake: (tenancyId) => later(() => deliveries.wake(tenancyId)) },
    activity: { note: (...noted) => later(() => activity.note(...noted)) },
    timeline: { note: (event) => later(() => timeline.note(event)) },
  };
  return { inner, commit: () => effects.forEach((effect) => effect()) };
}
