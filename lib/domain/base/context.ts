import type { Clock } from "@/lib/platform/clock";
import type { Coalesce, CoalesceRules } from "@/lib/platform/coalesce";
import type { Database, Queryable } from "@/lib/platform/database-client";
import type { Logger } from "@/lib/platform/log";
import type { Secrets } from "@/lib/platform/secret";
import type { TakeTurn } from "@/lib/platform/turns";
import type { NotedMetric } from "./metric";
import type { Tenancy } from "./tenancy/tenancy";
import type { TimelineEvent } from "./timeline-event";

/** Dependencies of the domain functions. The composition root creates one per process. */
export interface Service {
  db: Database;
  /** Combines concurrent calls into one statement and one commit. */
  coalesce: Coalesce;
  /** `db`, limited to a tenancy's share of the connections. A TenancyContext uses it. */
  shareOf: (tenancyId: string) => Database;
  /**
   * Serializes tasks with the same key within this process. Callers wait here without a connection
   * instead of waiting for a database lock with one.
   */
  takeTurn: TakeTurn;
  clock: Clock;
  log: Logger;
  secrets: Secrets;
  /** Starts delivery of queued emails, of one tenancy or of all. Call it after the commit. */
  deliveries: { wake(tenancyId?: string): void };
  /** Starts due deliveries to webhooks, as `deliveries` does. */
  webhooks: { wake(tenancyId?: string): void };
  /** Counts an event that has no audit event, for the overview. The tenancy must exist. */
  activity: { note(tenancyId: string, metric: NotedMetric): void };
  timeline: {
    /** Adds an event to the timeline of a user or mailbox. Call `noteEvent` instead. */
    note(event: TimelineEvent): void;
    /** Writes the events that this process has not yet written, for a page that shows them at once. */
    flush(): Promise<void>;
  };
  /** Waits up to `ms` for an event after a number; see lib/domain/event/feed/followers.ts. */
  followers: { wait(tenancyId: string, after: number, ms: number): Promise<boolean> };
  /** Creates a ULID-shaped id from the clock's time. */
  createId(): string;
  /** The `iss` claim of tokens, unless the tenancy has its own. Call `tokenIssuer`. */
  issuer: string;
  baseUrl: string;
}

export type Actor =
  | { kind: "apiKey"; id: string; scopes: readonly string[] }
  | { kind: "browser" }
  | { kind: "operator"; id: string }
  | { kind: "system" }
  /** `keystead apply`. `isSystemOwner`: the command may do what a system owner has to confirm. */
  | { kind: "configurationFile"; isSystemOwner: boolean };

/** The client that sent the request. A field is absent if the request did not include it. */
export interface ClientInfo {
  address?: string | undefined;
  userAgent?: string | undefined;
  origin?: string | undefined;
}

/** Whether a statement has confirmed the cached rows of a request. */
export interface Guess {
  isConfirmed: boolean;
}

/**
 * A request within one tenancy. Only authentication, the console session, the CLI and the test
 * factory create one.
 */
export interface TenancyContext extends Service {
  tenancy: Tenancy;
  actor: Actor;
  requestId: string;
  client: ClientInfo;
  /** Set if the tenancy and the key come from a cache (`confirmed-query.ts`). */
  guess?: Guess | undefined;
}

/** The tenancy and actor of a context. SQL builders need no more. */
export type Caller = Pick<TenancyContext, "tenancy" | "actor">;

export type { CoalesceRules, Queryable };
