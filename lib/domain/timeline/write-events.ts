import type { Queryable } from "@/lib/domain/context";
import type { TimelineEvent } from "./timeline-event";

/**
 * Writes events in one statement. An event that was written before adds its count. Skips events of
 * unknown tenancies and erased users. Rows are written in the order of their users, so two processes
 * lock users in the same order.
 */
export function writeEvents(
  db: Pick<Queryable, "$executeRaw">,
  events: readonly TimelineEvent[],
): Promise<number> {
  // Raw, because Prisma's upsert writes one row at a time.
  return db.$executeRaw`
    INSERT INTO "TimelineEvent" AS t (
      "tenancyId", "id", "kind", "reason", "sub", "email", "passkeyId", "challengeId",
      "requestId", "addressPrefix", "userAgent", "count", "createdAt")
    SELECT e."tenancyId", e."id", e."kind", e."reason", e."sub", e."email", e."passkeyId",
      e."challengeId", e."requestId", e."addressPrefix", e."userAgent", e."count",
      to_timestamp(e."createdAtMs" / 1000.0)
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e(
      "tenancyId" text, "id" text, "kind" text, "reason" text, "sub" text, "email" text,
      "passkeyId" text, "challengeId" text, "requestId" text, "addressPrefix" text,
      "userAgent" text, "count" int, "createdAtMs" bigint)
    WHERE EXISTS (SELECT 1 FROM "Tenancy" y WHERE y."id" = e."tenancyId" COLLATE "C")
      AND (e."sub" IS NULL OR EXISTS (
        SELECT 1 FROM "User" u
        WHERE u."tenancyId" = e."tenancyId" COLLATE "C" AND u."sub" = e."sub" COLLATE "C"))
    ORDER BY e."tenancyId", e."sub", e."id"
    ON CONFLICT ("tenancyId", "id") DO UPDATE SET "count" = t."count" + excluded."count"`;
}
