import pg from "pg";

/** An event with its number. */
export interface NumberedEvent {
  number: number;
  id: string;
  type: string;
  sub: string | null;
  targetId: string;
  requestId: string | null;
}

type DeliveryState = "queued" | "sent" | "dead";

/** What the database has of a feed and of its deliveries. */
export interface StoredFeed {
  /** In the order of their numbers. */
  events: NumberedEvent[];
  /** Audit events of the tenancy without a number. */
  unnumbered: number;
  /** The states of a webhook's deliveries, by number. */
  deliveries: Map<string, Map<number, DeliveryState>>;
}

async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const readFeed = (databaseUrl: string, tenancyId: string): Promise<StoredFeed> =>
  withClient(databaseUrl, async (client) => {
    const { rows: events } = await client.query<NumberedEvent>(
      `SELECT f."number"::float8 AS "number", a."id", f."type", f."sub", a."targetId", a."requestId"
       FROM "FeedEvent" f JOIN "AuditEvent" a ON a."tenancyId" = f."tenancyId" AND a."id" = f."eventId"
       WHERE f."tenancyId" = $1 ORDER BY f."number"`,
      [tenancyId],
    );
    const { rows: audited } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "AuditEvent" WHERE "tenancyId" = $1`,
      [tenancyId],
    );
    const { rows } = await client.query<{
      webhookId: string;
      number: number;
      state: DeliveryState;
    }>(
      `SELECT "webhookId", "number"::float8 AS "number", "state" FROM "WebhookDelivery"
       WHERE "tenancyId" = $1`,
      [tenancyId],
    );
    const deliveries: StoredFeed["deliveries"] = new Map();
    for (const { webhookId, number, state } of rows) {
      const ofWebhook = deliveries.get(webhookId) ?? new Map<number, DeliveryState>();
      deliveries.set(webhookId, ofWebhook.set(number, state));
    }
    return { events, unnumbered: (audited[0]?.count ?? 0) - events.length, deliveries };
  });

/** The number of the tenancy's newest event, and how many events have none yet. */
export const readProgress = (
  databaseUrl: string,
  tenancyId: string,
): Promise<{ newest: number; unnumbered: number }> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ newest: number; audited: number }>(
      `SELECT (SELECT COALESCE(max("number"), 0)::float8 FROM "FeedEvent" WHERE "tenancyId" = $1)
         AS "newest",
       (SELECT count(*)::int FROM "AuditEvent" WHERE "tenancyId" = $1) AS "audited"`,
      [tenancyId],
    );
    const { newest, audited } = rows[0] ?? { newest: 0, audited: 0 };
    return { newest, unnumbered: audited - newest };
  });

/** How many deliveries to these webhooks are queued. */
export const countQueued = (databaseUrl: string, webhookIds: string[]): Promise<number> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS "count" FROM "WebhookDelivery"
       WHERE "state" = 'queued' AND "webhookId" = ANY ($1)`,
      [webhookIds],
    );
    return rows[0]?.count ?? 0;
  });

/**
 * Brings the retries of a webhook forward, as if their pauses were over. Leases of requests in flight
 * end sooner than those pauses, and stay.
 */
export const retryNow = (databaseUrl: string, webhookId: string): Promise<unknown> =>
  withClient(databaseUrl, (client) =>
    client.query(
      `UPDATE "WebhookDelivery" SET "dueAt" = now()
       WHERE "webhookId" = $1 AND "state" = 'queued' AND "dueAt" <> 'infinity'
         AND "dueAt" > now() + interval '21 seconds'`,
      [webhookId],
    ),
  );
