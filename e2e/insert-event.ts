import type pg from "pg";
import { ulid } from "ulid";

const newId = () => ulid().toLowerCase();

export interface TimelineEvent {
  kind: string;
  reason?: string;
  sub?: string;
  email?: string;
  passkeyId?: string;
  origin?: string;
  operation?: string;
  field?: string;
}

/** Inserts an event of a phone, and counts a failure, as the service does for a request. */
export async function insertEvent(database: pg.Client, tenancyId: string, event: TimelineEvent) {
  const { kind, reason, sub, email, passkeyId, origin, operation, field } = event;
  await database.query(
    `INSERT INTO "TimelineEvent" ("tenancyId","id","kind","reason","sub","email","passkeyId",
       "requestId","origin","operation","field","addressPrefix","userAgent","createdAt")
     VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,'203.0.113.0/24',$12,now())`,
    [
      tenancyId,
      newId(),
      kind,
      reason,
      sub,
      email,
      passkeyId,
      newId(),
      origin,
      operation,
      field,
      "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit Safari/604.1",
    ],
  );
  if (reason !== undefined)
    await database.query(
      `INSERT INTO "ActivityCount" ("tenancyId","hour","metric","count")
       VALUES ($1,date_trunc('hour', now()),$2,1)
       ON CONFLICT ("tenancyId","hour","metric") DO UPDATE SET "count" = "ActivityCount"."count" + 1`,
      [tenancyId, `failure.${reason}`],
    );
}
