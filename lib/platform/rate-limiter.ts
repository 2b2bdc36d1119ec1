import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

/** At most `points` of `key` within a window of `windowMs`, which begins with the first of them. */
export interface RateLimit {
  key: string;
  points: number;
  windowMs: number;
}

export interface RateLimiter {
  /** Counts one. Resolves to 0 when it is within the limit, else to the milliseconds until the window ends. */
  consume(limit: RateLimit): Promise<number>;
  /** Deletes windows that ended before `beforeMs`. */
  purge(beforeMs: number): Promise<void>;
}

/** Windows live in the table LimitCounter, so that every instance counts the same ones. */
export function createRateLimiter(pool: pg.Pool): RateLimiter {
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterFor = ({ points, windowMs }: RateLimit) => {
    const name = `${points}/${windowMs}`;
    const known =
      limiters.get(name) ??
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "LimitCounter",
        tableCreated: true,
        keyPrefix: "",
        points,
        duration: windowMs / 1_000,
        clearExpiredByTimeout: false,
        // A flood that is already refused must not queue on one row and use up the pool.
        inMemoryBlockOnConsumed: points + 1,
      });
    limiters.set(name, known);
    return known;
  };
  return {
    async consume(limit) {
      try {
        await limiterFor(limit).consume(limit.key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext);
        throw refusal;
      }
    },
    async purge(beforeMs) {
      await pool.query('DELETE FROM "LimitCounter" WHERE "expire" < $1', [beforeMs]);
    },
  };
}
