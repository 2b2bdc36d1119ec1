import type { CoalesceRules, Coalesce } from "@/lib/platform/coalesce";
import type { Clock } from "@/lib/platform/clock";
import type { Database, Queryable, RunStatement } from "@/lib/platform/database";
import type { DatabaseShare } from "@/lib/platform/database-share";
import type { Logger } from "@/lib/platform/log";
import type { Secrets } from "@/lib/platform/secret";
import type { TakeTurn } from "@/lib/platform/turns";
import type { NotedMetric } from "./activity/metric";
import type { CachedKey } from "./api-key/cached-key";
import type { Tenancy } from "./tenancy/tenancy";

/** What this process offers to every rule; made once. */
export interface Service {
  db: Database;
  /** One statement on its own, past Prisma: for the hot paths. */
  run: RunStatement;
  /** One call together with others that come at once, in one statement and one commit. */
  coalesce: Coalesce;
  /** `db` and `run` within a tenancy's share of the connections. A TenancyContext has these. */
  shareOf: (tenancyId: string) => DatabaseShare;
  /**
   * One work of this process with that key after the other. Wait here, without a connection, for
   * what a lock would serialize.
   */
  takeTurn: TakeTurn;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  /**
   * Says that there is an email in the outbox, of that tenancy if it is named, so that it goes out
   * at once. Call it after the commit.
   */
  mail: { wake(tenancyId?: string): void };
  /**
   * Counts for the overview what leaves no audit event; the tenancy has to be one that there is.
   */
  activity: { note(tenancyId: string, metric: NotedMetric): void };
  /** A new ULID-shaped id at the clock's time. */
  createId(): string;
  /** So many bytes of node:crypto's, at most 4 096; no draw of their own. */
  randomBytes(length: number): Buffer<ArrayBuffer>;
  /** `iss` of id_tokens and principals. */
  issuer: string;
  baseUrl: string;
}

export type Actor =
  | { kind: "apiKey"; id: string; scopes: readonly string[] }
  | { kind: "browser" }
  | { kind: "operator"; id: string }
  | { kind: "system" };

/**
 * What is known of the caller's side; an address or origin is absent where the request did not tell
 * it.
 */
export interface ClientInfo {
  address?: string | undefined;
  userAgent?: string | undefined;
  origin?: string | undefined;
}

/** A request within one tenancy. Only authentication and the test factory make one. */
export interface TenancyContext extends Service {
  tenancy: Tenancy;
  actor: Actor;
  requestId: string;
  client: ClientInfo;
  /** So that a CachedContext is none of these. */
  cached?: undefined;
}

/**
 * A request whose key is taken for what it was within the last minute. Whoever takes one lets
 * everything that it changes and tells depend on `revalidatedCaller`.
 */
export interface CachedContext extends Omit<TenancyContext, "cached"> {
  cached: CachedKey;
}

/** What of either of them names the tenancy and who acts, for parts of a statement. */
export type Caller = Pick<TenancyContext, "tenancy" | "actor">;

export type { CoalesceRules, Queryable, RunStatement };
