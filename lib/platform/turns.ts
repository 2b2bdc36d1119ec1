export interface TurnRules {
  /** Calls with one key that may run at the same time. */
  maxConcurrent: number;
  /** Calls of all keys that may run at the same time. Without it, only `maxConcurrent` counts. */
  maxTotal?: number;
  /** Calls with one key that may wait. More are refused immediately. */
  maxWaiting: number;
  /** Milliseconds a call waits before it is refused, unless it passes its own limit. */
  maxWaitMs: number;
}

/**
 * Runs the work as soon as fewer than `maxConcurrent` others with that key and `maxTotal` of all keys
 * are running. Calls with one key run first come, first served; waiting keys take turns.
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
  maxTotal = Infinity,
  maxWaiting,
  maxWaitMs: usualWaitMs,
}: TurnRules): TakeTurn {
  const queues = new Map<string, Queue>();
  /** Queues whose next call waits only for `maxTotal`, in the order of their turns. */
  const ready = new Set<Queue>();
  let total = 0;

  const forgetIdle = (key: string, { running, waiting }: Queue) =>
    running === 0 && waiting.size === 0 && queues.delete(key);

  const wait = (key: string, queue: Queue, maxWaitMs: number) =>
    new Promise<void>((resolve, reject) => {
      const { waiting } = queue;
      const leave = () => {
        clearTimeout(timer);
        waiting.delete(start);
        if (waiting.size === 0) ready.delete(queue);
      };
      const start = () => {
        leave();
        // Yield to the event loop, so that work that never waits doesn't starve other keys.
        setImmediate(resolve);
      };
      const timer = setTimeout(() => {
        leave();
        forgetIdle(key, queue);
        reject(new TurnRefused("waited too long for a turn"));
      }, maxWaitMs);
      waiting.add(start);
      if (queue.running < maxConcurrent) ready.add(queue);
    });

  /** Starts the next call of the key whose turn it is. That key then waits behind the others. */
  function startNext(): void {
    const [queue] = ready;
    const [start] = queue?.waiting ?? [];
    if (total >= maxTotal || queue === undefined || start === undefined) return;
    ready.delete(queue);
    queue.running++;
    total++;
    start();
    if (queue.waiting.size > 0 && queue.running < maxConcurrent) ready.add(queue);
  }

  function release(key: string, queue: Queue): void {
    queue.running--;
    total--;
    if (queue.waiting.size > 0) ready.add(queue);
    forgetIdle(key, queue);
    startNext();
  }

  return async (key, work, maxWaitMs = usualWaitMs) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() };
    queues.set(key, queue);
    if (queue.running < maxConcurrent && total < maxTotal) {
      queue.running++;
      total++;
    } else if (queue.waiting.size >= maxWaiting) throw new TurnRefused("too many wait for a turn");
    else await wait(key, queue, maxWaitMs);
    try {
      return await work();
    } finally {
      release(key, queue);
    }
  };
}
