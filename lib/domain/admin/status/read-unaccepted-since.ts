import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";

/** With more emails, the installation is busy, and an outage raises the alarms of tenancies. */
const emailsRead = 1_000;

const Row = z.object({ since: z.date() });

/**
 * Returns when the oldest email that is being retried was requested, if the provider has accepted no
 * email of any tenancy since (ms); otherwise null. It shows an outage in which no tenancy has enough
 * emails for an alarm.
 */
export async function readUnacceptedSince({ db }: Pick<Service, "db">): Promise<number | null> {
  // Raw, because it reads a bounded number of emails by their expiry: what was accepted since then
  // expired later. The partial index of the queue finds the oldest.
  const [row] = await db.query(Row)`
    SELECT r."since" FROM (
      SELECT min("createdAt") AS "since" FROM "OutboxMail"
      WHERE "state" = 'queued' AND "lastError" IS NOT NULL
    ) r
    CROSS JOIN LATERAL (
      SELECT count(*) AS "read", count(*) FILTER (WHERE e."sentAt" >= r."since") AS "accepted"
      FROM (
        SELECT m."sentAt" FROM "OutboxMail" m WHERE m."expiresAt" >= r."since"
        ORDER BY m."expiresAt" LIMIT ${emailsRead}
      ) e
    ) c
    WHERE r."since" IS NOT NULL AND c."accepted" = 0 AND c."read" < ${emailsRead}`;
  return row?.since.getTime() ?? null;
}
