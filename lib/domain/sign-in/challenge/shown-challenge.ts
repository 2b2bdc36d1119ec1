import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { settings } from "@/lib/domain/base/tenancy/settings";
import {
  type DeliveryState,
  deliveryStateOf,
  deliveryStates,
} from "@/lib/domain/user/email/delivery-state";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** A challenge is in exactly one of these states. */
export const challengeStates = [
  "pending",
  "verified",
  "expired",
  "exhausted",
  /** Invalidated by a newer challenge. */
  "replaced",
  "deleted",
] as const;
export type ChallengeState = (typeof challengeStates)[number];

/**
 * The challenge that invalidated `c`: the same statement wrote both times. Reads the challenges of the
 * mailbox or the user by index.
 */
const successor = Prisma.sql`(
  SELECT n."id" FROM "Challenge" n
  WHERE n."tenancyId" = c."tenancyId" AND n."purpose" = c."purpose" AND n."id" > c."id"
    AND n."createdAt" = c."deletedAt"
    AND (n."emailNormalized" = c."emailNormalized" OR n."userId" = c."userId")
  LIMIT 1)`;

/** The state of challenge `c`. */
export const stateOf = (now: Date) => Prisma.sql`
  CASE WHEN c."verifiedAt" IS NOT NULL THEN 'verified'
    WHEN c."deletedAt" IS NOT NULL
      THEN CASE WHEN ${successor} IS NULL THEN 'deleted' ELSE 'replaced' END
    WHEN c."attemptsLeft" = 0 THEN 'exhausted'
    WHEN c."expiresAt" <= ${now} THEN 'expired'
    ELSE 'pending' END`;

/** A challenge as the console shows it, without its code, its secret or anything derived from them. */
export const ShownChallenge = z.object({
  id: z.string(),
  state: z.enum(challengeStates),
  purpose: z.string(),
  email: z.string(),
  emailNormalized: z.string(),
  name: z.string().nullable(),
  userId: z.string().nullable(),
  codeDigits: z.int(),
  attempts: z.int(),
  attemptsLeft: z.int(),
  /** Created after too many wrong codes for its mailbox. */
  isRestricted: z.boolean(),
  /** Requested without an API key: on the hosted pages or at the console's sign-in. */
  fromVisitor: z.boolean(),
  createdAt: z.date(),
  expiresAt: z.date(),
  verifiedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
  /** The id of the challenge that invalidated it. */
  replacedById: z.string().nullable(),
  /** Codes that were emailed for it: more than one if an operator sent a new one. */
  codesSent: z.int(),
  /** When a new code was last sent, and the email of the operator who sent it. */
  newCodeAt: z.date().nullable(),
  newCodeBy: z.string().nullable(),
  /** Of the latest email with its code. */
  delivery: z.enum(deliveryStates),
  deliveryAttempts: z.int(),
  /** Which provider accepted the email, or tried it last: `resend`, `smtp`, `smtp2` or `inbox`. */
  deliveryProvider: z.string().nullable(),
  /** What the provider answered when it accepted the email, without the email's content. */
  deliveryAnswer: z.string().nullable(),
  /** Why the last failed attempt failed, without the email's content. */
  deliveryError: z.string().nullable(),
  /** When a queued email is tried next. */
  deliveryDueAt: z.date().nullable(),
  acceptedAt: z.date().nullable(),
});
export type ShownChallenge = z.infer<typeof ShownChallenge>;

/** The columns of `ShownChallenge`, of challenge `c` and email `m`. */
export const shownColumns = (now: Date) => Prisma.sql`
  c."id", ${stateOf(now)} AS "state", c."purpose", c."email", c."emailNormalized", c."name", c."userId",
  c."codeDigits", c."attempts", c."attemptsLeft", c."isGuarded" AS "isRestricted", c."fromVisitor",
  c."createdAt", c."expiresAt", c."verifiedAt", c."deletedAt",
  CASE WHEN c."deletedAt" IS NOT NULL THEN ${successor} END AS "replacedById",
  (SELECT count(*)::int FROM "OutboxMail" o
    WHERE o."tenancyId" = c."tenancyId" AND o."challengeId" = c."id") AS "codesSent",
  r."createdAt" AS "newCodeAt", r."actorName" AS "newCodeBy",
  ${deliveryStateOf} AS "delivery", COALESCE(m."attempts", 0) AS "deliveryAttempts",
  m."provider" AS "deliveryProvider", m."answer" AS "deliveryAnswer", m."lastError" AS "deliveryError",
  CASE WHEN m."state" = 'queued' THEN m."dueAt" END AS "deliveryDueAt", m."sentAt" AS "acceptedAt"`;

const latestEmail = Prisma.sql`
  SELECT m.* FROM "OutboxMail" m
  WHERE m."tenancyId" = c."tenancyId" AND m."challengeId" = c."id"
  ORDER BY m."id" DESC LIMIT 1`;

const latestReplacement = Prisma.sql`
  SELECT e."createdAt", u."email" AS "actorName" FROM (
    SELECT e.* FROM "AuditEvent" e
    WHERE e."tenancyId" = c."tenancyId" AND e."targetId" = c."id"
      AND e."action" = 'challenge.code-replaced'
    ORDER BY e."id" DESC LIMIT 1
  ) e
  LEFT JOIN "User" u ON u."tenancyId" = (SELECT "id" FROM "Tenancy" WHERE "isSystem")
    AND u."sub" = e."actorId"`;

/**
 * Joins the latest email `m` of challenge `c`, and the audit event `r` of the latest new code. A few
 * rows by index for each challenge.
 */
export const joinEmail = Prisma.sql`
  LEFT JOIN LATERAL (${latestEmail}) m ON TRUE LEFT JOIN LATERAL (${latestReplacement}) r ON TRUE`;

/** Condition: the latest email of challenge `c` is in this state. Reads one email by index. */
export const hasDelivery = (state: DeliveryState) => Prisma.sql`
  ${state} = (SELECT ${deliveryStateOf} FROM (SELECT) always LEFT JOIN (${latestEmail}) m ON TRUE)`;

const [, longestLifeMs] = settings.codeMs.bounds;

/** The codes requested in a time range, as the email log lists them. */
export interface CodeCounts {
  /** Null when there are too many to count. */
  pending: number | null;
  /** Null when there are too many, or some are already deleted from the log. */
  byState: Record<ChallengeState, number> | null;
}

const Row = z.object({ state: z.enum(challengeStates), count: z.int() });

/** Counts the codes requested since `fromMs` by their state; null if they are more than a list counts. */
async function countStates(
  { db, clock, tenancy }: TenancyContext,
  fromMs: number,
): Promise<Record<ChallengeState, number> | null> {
  const rows = newestRows({ table: "Challenge", tenancyId: tenancy.id, fromMs });
  const bound = limits.searchedRows + 1;
  // Raw, because Prisma can't group a limited query.
  const found = await db.query(Row)`
    SELECT c."state", count(*)::int AS "count"
    FROM (
      SELECT ${stateOf(new Date(clock.now()))} AS "state"
      FROM (${rows(Prisma.raw(String(bound)))}) c
    ) c
    GROUP BY 1`;
  const counts = { pending: 0, verified: 0, expired: 0, exhausted: 0, replaced: 0, deleted: 0 };
  for (const { state, count } of found) counts[state] = count;
  return Object.values(counts).reduce((sum, count) => sum + count, 0) < bound ? counts : null;
}

/**
 * Counts a tenancy's codes since `fromMs`. The log keeps a code for a day after it expires, so that all
 * states are known for the last day only. Reads up to `limits.searchedRows` codes, as the list does.
 */
export async function countCodes(ctx: TenancyContext, fromMs: number): Promise<CodeCounts> {
  const nowMs = ctx.clock.now();
  const byState = fromMs < nowMs - lifetimes.dayMs ? null : await countStates(ctx, fromMs);
  if (byState !== null) return { pending: byState.pending, byState };
  const youngest = await countStates(ctx, Math.max(fromMs, nowMs - longestLifeMs));
  return { pending: youngest?.pending ?? null, byState: null };
}
