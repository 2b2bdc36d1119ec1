import pg from "pg";
import { isUnavailable } from "./database";
import type { SpanPlace } from "./tracing/tracer";
import { currentSpan, runForAll } from "./tracing/tracing";

interface Waiting<Call, Result> {
  call: Call;
  span: SpanPlace | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** How calls of one kind are batched. */
export interface CoalesceRules<Call, Result> {
  /** Maximum number of calls in one batch. */
  maxBatchSize: number;
  /** Maximum number of batches of one queue that run at the same time. */
  maxConcurrent: number;
  /**
   * Minimum number of waiting calls to start a batch while another runs. Fewer calls wait and share
   * a batch with later ones.
   */
  minQueued: number;
  /**
   * Calls with the same key never run at the same time, so they don't wait for each other's locks.
   */
  conflictKey?: (call: Call) => unknown;
  /**
   * Runs all calls, or none if it throws. Returns their results in order; "deferred" for a call
   * that it skipped and that must run by itself.
   */
  run: (calls: [Call, ...Call[]]) => Promise<(Result | "deferred")[]>;
}

/** Runs a call in a batch with others of the same rules and queue. */
export type Coalesce = <Call, Result>(
  rules: CoalesceRules<Call, Result>,
  queue: string,
  call: Call,
) => Promise<Result>;

/**
 * Whether PostgreSQL rejected the statement, so it changed nothing. After a lost connection that is
 * unknown.
 */
const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !isUnavailable(error);

/** Creates the queue of one kind and name. Calls `onEmpty` when nothing waits or runs. */
function createQueue<Call, Result>(
  { maxBatchSize, maxConcurrent, minQueued, conflictKey, run }: CoalesceRules<Call, Result>,
  onEmpty: () => void,
) {
  const busy = new Set<unknown>();
  let waiting: Waiting<Call, Result>[] = [];
  let running = 0;
  let isScheduled = false;

  /** Takes the calls that have waited longest and don't conflict with running ones. */
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
    const retries: Waiting<Call, Result>[] = [];
    try {
      const calls = batch.map(({ call }) => call) as [Call, ...Call[]];
      const results = await runForAll(
        batch.map(({ span }) => span),
        () => run(calls),
      );
      for (const [index, one] of batch.entries()) {
        const result = results[index] as Result | "deferred";
        if (result === "deferred") retries.push(one);
        // Resolve a turn later, so that the next batch reaches PostgreSQL before callers process
        // their results.
        else setImmediate(one.resolve, result);
      }
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) retries.push(...batch);
      else for (const { reject } of batch) reject(error);
    }
    for (const one of retries) await settle([one]);
  }

  async function runBatch(batch: Waiting<Call, Result>[]): Promise<void> {
    running++;
    await settle(batch);
    running--;
    if (conflictKey !== undefined) for (const { call } of batch) busy.delete(conflictKey(call));
    startBatches();
  }

  function startBatches(): void {
    isScheduled = false;
    while (running < maxConcurrent && (running === 0 || waiting.length >= minQueued)) {
      const batch = take();
      if (batch.length === 0) break;
      void runBatch(batch);
    }
    if (running === 0) onEmpty();
  }

  return (call: Call) =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ call, span: currentSpan(), resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      // Wait for the other calls of this turn of the event loop.
      setImmediate(() => void (isScheduled && startBatches()));
    });
}

/**
 * Batches concurrent calls: one round trip and one commit for several (group commit). There is no
 * delay to fill a batch; it starts with the calls that wait when it may start, even if that is one.
 * If PostgreSQL rejects a batch, its calls run one by one, so that no call fails because of
 * another.
 */
export function createCoalesce(): Coalesce {
  // The identity of the rules object is the kind of the call.
  const kinds = new WeakMap<object, Map<string, (call: never) => Promise<unknown>>>();
  return <Call, Result>(rules: CoalesceRules<Call, Result>, name: string, call: Call) => {
    const queues = (kinds.get(rules) ?? new Map()) as Map<string, (call: Call) => Promise<Result>>;
    kinds.set(rules, queues);
    const queue = queues.get(name) ?? createQueue(rules, () => void queues.delete(name));
    queues.set(name, queue);
    return queue(call);
  };
}
