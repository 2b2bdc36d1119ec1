import pg from "pg";
import { systemClock } from "@/lib/platform/clock";

interface StoredPasskey {
  id: string;
  sub: string;
  credentialId: string;
  signCount: string;
  userId: string | null;
}

interface StoredChallenge {
  id: string;
  email: string;
  attemptsLeft: number;
  isVerified: boolean;
  /** Whether its email still has to be delivered. */
  isLive: boolean;
}

interface StoredEvent {
  action: string;
  requestId: string | null;
  targetId: string;
}

/** What the database has after the load. */
export interface Stored {
  /** By credential id. */
  passkeys: Map<string, StoredPasskey>;
  challenges: Map<string, StoredChallenge>;
  /** Audit events by request and action. */
  events: Map<string, StoredEvent[]>;
  /** How often each value was used: the SHA-256 of a token in hex, or the id of a challenge. */
  consumptions: Map<string, number>;
  /** Emails by state, with the reason of dead ones. */
  emails: Map<string, number>;
}

export const eventKey = (requestId: string, action: string) => `${requestId} ${action}`;

function groupByRequest(events: StoredEvent[]): Stored["events"] {
  const groups: Stored["events"] = new Map();
  for (const event of events) {
    const key = eventKey(event.requestId ?? "", event.action);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [event]);
    else group.push(event);
  }
  return groups;
}

export async function readStored(databaseUrl: string, tenancyId: string): Promise<Stored> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async <T extends object>(sql: string, values: unknown[] = [tenancyId]) =>
    (await client.query<T>(sql, values)).rows;
  try {
    const passkeys = await read<StoredPasskey>(
      `SELECT p."id", p."sub", p."credentialId", p."signCount", u."userId" FROM "Passkey" p
       JOIN "User" u USING ("tenancyId", "sub") WHERE p."tenancyId" = $1`,
    );
    const challenges = await read<StoredChallenge>(
      `SELECT "id", "email", "attemptsLeft", "verifiedAt" IS NOT NULL AS "isVerified",
         "verifiedAt" IS NULL AND "deletedAt" IS NULL AND "expiresAt" > now() AS "isLive"
       FROM "Challenge" WHERE "tenancyId" = $1`,
    );
    const events = await read<StoredEvent>(
      `SELECT "action", "requestId", "targetId" FROM "AuditEvent"
       WHERE "tenancyId" = $1 AND "requestId" IS NOT NULL`,
    );
    const consumptions = await read<{ value: string; times: number }>(
      `SELECT "value", count(*)::int AS "times" FROM "DrillConsumption" GROUP BY "value"`,
      [],
    );
    const emails = await read<{ state: string; count: number }>(
      `SELECT concat_ws(' ', "state"::text, "endedBy") AS "state", count(*)::int AS "count"
       FROM "OutboxMail" WHERE "tenancyId" = $1 GROUP BY 1`,
    );
    return {
      passkeys: new Map(passkeys.map((each) => [each.credentialId, each])),
      challenges: new Map(challenges.map((each) => [each.id, each])),
      events: groupByRequest(events),
      consumptions: new Map(consumptions.map(({ value, times }) => [value, times])),
      emails: new Map(emails.map(({ state, count }) => [state, count])),
    };
  } finally {
    await client.end();
  }
}

/** The counts that reach zero once background tasks have caught up. */
export async function readBacklog(
  databaseUrl: string,
  queuedBeforeMs = systemClock.now(),
): Promise<{ emails: number; events: number }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ emails: number; events: number }>(
      `SELECT (SELECT count(*)::int FROM "OutboxMail"
           WHERE "state" = 'queued' AND "createdAt" <= $1) AS "emails",
         (SELECT count(*)::int FROM "AuditEvent" WHERE "sealId" IS NULL) AS "events"`,
      [new Date(queuedBeforeMs)],
    );
    return rows[0] ?? { emails: 0, events: 0 };
  } finally {
    await client.end();
  }
}
