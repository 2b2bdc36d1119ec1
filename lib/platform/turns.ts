export interface TurnRules {
  /** Work under way with one key at a time. */
  maxConcurrent: number;
  /** Calls with one key that may wait; more are refused at once. */
  maxWaiting: number;
  /** Milliseconds a call waits before it is refused, unless it names a wait of its own. */
  maxWaitMs: number;
}

/**
 * Runs the work once fewer than `maxConcurrent` others with that key are under way, first come,
 * first served.
 * @throws TurnRefused
 */
export type TakeTurn = <T>(
  key: string,
  work: () => PromiseLike<T>,
  maxWaitMs?: number,
) => Promise<T>;

/** Refuses a call that waits too long or behind too many. The work has not begun. */
class TurnRefused extends Error {
  override name = "TurnRefused";
  /**
   * PostgreSQL's `too_many_connections`, so that every module answers as it does to a database
   * without a free connection.
   */
  readonly code = "53300";
}

interface Queue {
  running: number;
  /** In the order of arrival. */
  waiting: Set<() => void>;
}

/**
 * Creates queues by key, in memory. A call waits here before it takes a database connection, so
 * waiting costs other keys nothing. A key costs memory only while there is work with it.
 */
export function createTurns({
  maxConcurrent,
  maxWaiting,
  maxWaitMs: usualWaitMs,
}: TurnRules): TakeTurn {
  const queues = new Map<string, Queue>();

  const wait = ({ waiting }: Queue, maxWaitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        waiting.delete(begin);
        // Work that never waits would otherwise follow itself without a turn of the event loop for
        // other keys.
        setImmediate(resolve);
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new TurnRefused("waited too long for a turn"));
      }, maxWaitMs);
      waiting.add(begin);
    });

  function release(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    // The turn passes on: `running` stays.
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
