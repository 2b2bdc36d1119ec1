export interface TurnRules {
  /** Calls with one key that may run at the same time. */
  maxConcurrent: number;
  /** Calls with one key that may wait. More are refused immediately. */
  maxWaiting: number;
  /** Milliseconds a call waits before it is refused, unless it passes its own limit. */
  maxWaitMs: number;
}

/**
 * Runs the work as soon as fewer than `maxConcurrent` others with that key are running, first come,
 * first served.
 * @throws TurnRefused
 */
export type TakeTurn = <T>(
  key: string,
  work: () => PromiseLike<T>,
  maxWaitMs?: number,
) => Promise<T>;

/** Thrown if a call has waited too long or too many wait. The work has not started. */
class TurnRefused extends Error {
  override name = "TurnRefused";
  /**
   * PostgreSQL's `too_many_connections`, so that callers treat it like a database without a free
   * connection.
   */
  readonly code = "53300";
}

interface Queue {
  running: number;
  /** In the order of arrival. */
  waiting: Set<() => void>;
}

/**
 * Creates in-memory queues by key. A call waits before it takes a database connection, so waiting
 * calls of one key don't block other keys. A key uses memory only while it has work.
 */
export function createTurns({
  maxConcurrent,
  maxWaiting,
  maxWaitMs: usualWaitMs,
}: TurnRules): TakeTurn {
  const queues = new Map<string, Queue>();

  const wait = ({ waiting }: Queue, maxWaitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer);
        waiting.delete(start);
        // Yield to the event loop, so that work that never waits doesn't starve other keys.
        setImmediate(resolve);
      };
      const timer = setTimeout(() => {
        waiting.delete(start);
        reject(new TurnRefused("waited too long for a turn"));
      }, maxWaitMs);
      waiting.add(start);
    });

  function release(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    // The next call takes over this turn, so `running` stays the same.
    if (next !== undefined) return next();
    queue.running--;
    if (queue.running === 0) queues.delete(key);
  }

  return async (key, work, maxWaitMs = usualWaitMs) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running < maxConcurrent) queue.running++;
    else if (queue.waiting.size >= maxWaiting) throw new TurnRefused("too many wait for a turn");
    else await wait(queue, maxWaitMs);
    try {
      return await work();
    } finally {
      release(key, queue);
    }
  };
}
