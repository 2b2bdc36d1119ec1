import { smallestIdAt } from "@/lib/domain/base/event-time";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

export const deliveryOutcomes = ["accepted", "retrying", "refused", "expired"] as const;

/**
 * A tenancy's newest emails of the last hour, at most `limits.alarmEmails`, with their outcome and the
 * provider's answer to the last attempt that failed. The outcome is null if an email wasn't tried yet, or
 * isn't wanted.
 */
export const newestEmails = (tenancyId: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
  SELECT m."id", m."challengeId", m."lastError" AS "answer", CASE
      WHEN m."state" = 'sent' THEN 'accepted'
      WHEN m."state" = 'queued' AND m."lastError" IS NOT NULL THEN 'retrying'
      WHEN m."state" = 'dead' AND m."endedBy" = 'expired' THEN 'expired'
      WHEN m."state" = 'dead' AND m."endedBy" IS DISTINCT FROM 'unwanted' THEN 'refused'
    END AS "outcome"
  FROM "OutboxMail" m
  WHERE m."tenancyId" = ${tenancyId} AND m."id" >= ${smallestIdAt(now.getTime() - lifetimes.hourMs)}
  ORDER BY m."id" DESC LIMIT ${limits.alarmEmails}`;
