import pg from "pg";
import { isUnavailable } from "./database";

interface Waiting<Call, Result> {
  call: Call;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** How calls of one kind are done together. */
export interface CoalesceRules<Call, Result> {
  /** Calls in one batch. */
  maxBatchSize: number;
  /** Batches of one queue at a time. */
  maxConcurrent: number;
  /**
   * Calls that have to wait before a batch begins beside another; fewer are better off with those
   * that are still to come.
   */
  minQueued: number;
  /** Calls about the same thing never run at the same time, so none waits for another's locks. */
  conflictKey?: (call: Call) => unknown;
  /**
   * Does all of them, or none when it throws; answers in their order, "deferred" for one that it left
   * out, to be done by itself.
   */
  run: (calls: [Call, ...Call[]]) => Promise<(Result | "deferred")[]>;
}

/** Does one call, together with others of the same rules and `queue` that come at once. */
export type Coalesce = <Call, Result>(
  rules: CoalesceRules<Call, Result>,
  queue: string,
  call: Call,
) => Promise<Result>;

/**
 * Whether PostgreSQL refused a statement, which has therefore done nothing; its loss leaves that
 * open.
 */
const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !isUnavailable(error);

/** The calls of one kind and queue, until there are none. */
function createQueue<Call, Result>(
  { maxBatchSize, maxConcurrent, minQueued, conflictKey, run }: CoalesceRules<Call, Result>,
  onEmpty: () => void,
) {
  const busy = new Set<unknown>();
  let waiting: Waiting<Call, Result>[] = [];
  let running = 0;
  let isDue = false;

  /** The longest waiting calls that may run beside those under way. */
  function take(): Waiting<Call, Result>[] {
    if (conflictKey === undefined) return waiting.splice(0, maxBatchSize);
    const taken: Waiting<Call, Result>[] = [];
    waiting = waiting.filter((one) => {
      if (taken.length === maxBatchSize || busy.has(conflictKey(one.call))) return true;
      busy.add(conflictKey(one.call));
      taken.push(one);
      return false;
    });
    return taken;
  }

  async function settle(batch: Waiting<Call, Result>[]): Promise<void> {
    const left: Waiting<Call, Result>[] = [];
    try {
      const results = await run(batch.map(({ call }) => call) as [Call, ...Call[]]);
      for (const [index, one] of batch.entries()) {
        const result = results[index] as Result | "deferred";
        if (result === "deferred") left.push(one);
        // A turn later: what callers do with it takes longer than to begin the next batch, which
        // PostgreSQL waits for.
        else setImmediate(one.resolve, result);
      }
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) left.push(...batch);
      else for (const { reject } of batch) reject(error);
    }
    for (const one of left) await settle([one]);
  }

  async function runBatch(batch: Waiting<Call, Result>[]): Promise<void> {
    running++;
    await settle(batch);
    running--;
    if (conflictKey !== undefined) for (const { call } of batch) busy.delete(conflictKey(call));
    begin();
  }

  function begin(): void {
    isDue = false;
    while (running < maxConcurrent && (running === 0 || waiting.length >= minQueued)) {
      const batch = take();
      if (batch.length === 0) break;
      void runBatch(batch);
    }
    if (running === 0) onEmpty();
  }

  return (call: Call) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ call, resolve, reject });
      if (isDue) return;
      isDue = true;
      // Whatever else arrived in this turn of the event loop comes along.
      setImmediate(() => void (isDue && begin()));
    });
}

/**
 * Calls that come at once, done together: one round trip and one commit for several (group commit).
 * A call waits for no company: it begins with whatever else has come when a batch may begin, alone
 * if need be, and never joins one that has begun. What PostgreSQL refuses to several is done one by
 * one, so that nobody's fault or deadlock is another's.
 */
export function createCoalesce(): Coalesce {
  // Rules are values of their own, so they tell the kinds of calls apart.
  const kinds = new WeakMap<object, Map<string, (call: never) => Promise<unknown>>>();
  return <Call, Result>(rules: CoalesceRules<Call, Result>, name: string, call: Call) => {
    const queues = (kinds.get(rules) ?? new Map()) as Map<string, (call: Call) => Promise<Result>>;
    kinds.set(rules, queues);
    const queue = queues.get(name) ?? createQueue(rules, () => void queues.delete(name));
    queues.set(name, queue);
    return queue(call);
  };
}
