import type { Queryable } from "@/lib/domain/base/context";
import { reportedKinds, type TimelineEvent } from "@/lib/domain/base/timeline-event";
import { lifetimes, limits } from "@/lib/limits";

/**
 * Writes events in one statement. An event that was written before adds its count. Skips events of
 * unknown tenancies and erased users, and what a browser reported about no known user. Rows are
 * written in the order of their users, so two processes lock users in the same order.
 *
 * Completes events here instead of in the requests, which therefore need no further statement: the
 * user and the passkey of a credential id, the user of an allowed credential or of a user handle, and
 * the mailbox of a challenge.
 * A challenge id that is unknown came from the request, and is dropped. With a user, the email is
 * dropped: it may be another user's.
 */
export function writeEvents(
  db: Pick<Queryable, "$executeRaw">,
  events: readonly TimelineEvent[],
): Promise<number> {
  // Raw, because Prisma's upsert writes one row at a time.
  return db.$executeRaw`
    INSERT INTO "TimelineEvent" AS t (
      "tenancyId", "id", "kind", "reason", "sub", "email", "passkeyId", "challengeId",
      "requestId", "addressPrefix", "userAgent", "origin", "operation", "field",
      "authenticatorAttachment", "afterMs", "count", "createdAt")
    SELECT e."tenancyId", e."id", e."kind", e."reason", u."sub",
      CASE WHEN u."sub" IS NULL THEN COALESCE(e."email", c."emailNormalized") END,
      COALESCE(e."passkeyId", p."id"), c."id", e."requestId", e."addressPrefix", e."userAgent",
      e."origin", e."operation", e."field", e."authenticatorAttachment", e."afterMs", e."count",
      to_timestamp(e."createdAtMs" / 1000.0)
    FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS e(
      "tenancyId" text, "id" text, "kind" text, "reason" text, "sub" text, "email" text,
      "passkeyId" text, "challengeId" text, "credentialId" text, "userHandle" text,
      "allowedCredentialId" text, "requestId" text, "addressPrefix" text, "userAgent" text, "origin" text,
      "operation" text, "field" text, "authenticatorAttachment" text, "afterMs" int, "count" int, "createdAtMs" bigint)
    JOIN "Tenancy" y ON y."id" = e."tenancyId" COLLATE "C"
    LEFT JOIN LATERAL (
      SELECT p."id", p."sub" FROM "Passkey" p
      WHERE p."tenancyId" = e."tenancyId" COLLATE "C"
        AND p."credentialId" = e."credentialId" COLLATE "C" LIMIT 1) p ON TRUE
    LEFT JOIN LATERAL (
      SELECT a."sub" FROM "Passkey" a
      WHERE a."tenancyId" = e."tenancyId" COLLATE "C"
        AND a."credentialId" = e."allowedCredentialId" COLLATE "C" LIMIT 1) a ON TRUE
    LEFT JOIN LATERAL (
      SELECT h."sub" FROM (
        SELECT "tenancyId", "userHandle", "sub" FROM "UserHandle"
        UNION ALL SELECT "tenancyId", "userHandle", "sub" FROM "FormerUserHandle") h
      WHERE h."tenancyId" = e."tenancyId" COLLATE "C"
        AND h."userHandle" = e."userHandle" COLLATE "C" LIMIT 1) h ON TRUE
    LEFT JOIN LATERAL (
      SELECT c."id", c."emailNormalized" FROM "Challenge" c
      WHERE c."tenancyId" = e."tenancyId" COLLATE "C"
        AND c."id" = e."challengeId" COLLATE "C" LIMIT 1) c ON TRUE
    LEFT JOIN LATERAL (
      SELECT u."sub" FROM "User" u
      WHERE u."tenancyId" = e."tenancyId" COLLATE "C"
        AND u."sub" = COALESCE(e."sub", a."sub", p."sub", h."sub") COLLATE "C" LIMIT 1) u ON TRUE
    WHERE u."sub" IS NOT NULL OR (e."sub" IS NULL AND e."kind" <> ALL (${[...reportedKinds]}::text[]))
    ORDER BY e."tenancyId", u."sub", e."id"
    ON CONFLICT ("tenancyId", "id") DO UPDATE SET "count" = t."count" + excluded."count"`;
}

/** Reported events of one user that are stored per day, before further ones are only counted. */
export const reportsPerUserAndDay = 10;

export interface Quota {
  key: string;
  max: number;
  /** The user or mailbox that used it up; absent when any number of them did. */
  source?: Pick<TimelineEvent, "sub" | "email" | "allowedCredentialId" | "userHandle">;
}

/**
 * The quotas of an event that a browser reported. They are its own, so that reports displace nothing:
 * - of the user, for a day, because lists of the console read a bounded number of a user's events
 * - of the address prefix and of the tenancy, for a minute, because memory is bounded
 *
 * The session's credential or user handle stands for the user, whom only the writing statement knows.
 */
export function reportQuotas({
  tenancyId,
  kind,
  allowedCredentialId,
  userHandle,
  addressPrefix,
  createdAtMs,
}: TimelineEvent): Quota[] {
  const window = (ms: number) => `${Math.floor(createdAtMs / ms)} ${tenancyId} reported`;
  const minute = window(lifetimes.timelineWindowMs);
  return [
    {
      key: `${window(lifetimes.dayMs)} ${kind} ${allowedCredentialId ?? ""} ${userHandle ?? ""}`,
      max: reportsPerUserAndDay,
      source: { allowedCredentialId, userHandle },
    },
    {
      key: `${minute} prefix ${addressPrefix ?? ""}`,
      max: limits.timelineRefusalsPerPrefix,
    },
    { key: `${minute} all`, max: limits.timelineRefusalsPerTenancy },
  ];
}
