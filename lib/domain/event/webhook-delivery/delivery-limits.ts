import { lifetimes } from "@/lib/limits";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Bounds of the requests to webhooks, and of their retries. */
export const deliveryLimits = {
  /** Requests at once, of a process. */
  concurrent: 32,
  concurrentPerTenancy: 8,
  /** Of `concurrent`, for tenancies with no request in flight. */
  reserved: 8,
  concurrentPerWebhook: 4,
  /** Failed attempts in a row after which a webhook gets one request at a time. */
  failuresUntilProbed: 5,
  /** The same after an attempt that took so long, until one is quicker. */
  slowMs: 2 * second,
  /** Slow webhooks that a process knows of. */
  slowWebhooks: 1_000,
  /** Pauses before the first retries. Later ones follow every hour, for a day. */
  retryMs: [5 * second, 30 * second, 2 * minute, 10 * minute, hour],
  /** A random part of each pause is added to it, at most this share. */
  jitter: 0.2,
  /** An event is dead after this many attempts at the earliest. */
  minAttempts: 3,
  /** How long a receiver can ask for with Retry-After. */
  retryAfterMs: hour,
  /** The same while a later event about the user waits. */
  retryAfterInOrderMs: 15 * minute,
  /** How long after a first 410 a second one disables the webhook. */
  goneMs: 5 * minute,
  lastRetryMs: 25 * hour + 15 * minute,
  /** A delivery whose first attempt is older begins a new day of retries. */
  staleMs: 27 * hour,
  /** How long a failing event holds back later ones about its user. */
  orderedMs: hour,
  /** How long a webhook may fail before it is disabled. */
  failingMs: 5 * 24 * hour,
  /** How long a delivery is kept after it ended. */
  keptMs: 7 * 24 * hour,
  /** How long a webhook that gets nothing keeps its queue, because it or its tenancy is off. */
  keptWhileOffMs: lifetimes.disabledQueueMs,
  /** How far back new deliveries are checked whenever events are numbered. */
  recentMs: minute,
  /** How often every waiting delivery is checked, in case a process died before it released one. */
  sweepEveryMs: 10 * minute,
  /** How many of them one statement checks. */
  sweptRows: 10_000,
};
