// The statement that admits and writes challenges, one line per CTE:
// - `drafts`: the input, one row per draft
// - `usage`: challenges created this hour
// - `admitted`: counts each mailbox's request; one row per mailbox whose limits allow it, with the
//   restrictions that its wrong codes cause
// - `counted`: adds the admitted drafts to the hourly ceiling; no row when it is reached
// - `superseded`: the pending challenges that the new one invalidates
// - `created`, `outbox`, `audit`: the new challenges, their queued emails and their audit events
//
// Each CTE reads the ones before it, so a refused draft writes nothing further. `admitted` comes
// from mailbox-limits.ts for API keys and from visitor-limits.ts for visitors.
//
// A *restricted* challenge allows one attempt, because its mailbox had many wrong codes.

import type { CreateChallenge } from "@/lib/contract/challenge";
import { callerInput } from "@/lib/domain/access/confirmed-query";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { auditRows, insertAudit } from "@/lib/domain/record/audit/record-audit";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { countUnderCeiling, isUnderCeiling, readUsage } from "./challenge-ceiling";
import type { PreparedDraft } from "./challenge-draft";
import { isPending } from "./challenge-row";
import { admitMailboxes } from "./mailbox-limits";
import { admitVisitor } from "./visitor-limits";

/** Challenges that `draft` may invalidate: those of its `userId` if it has one, else its mailbox's. */
const predecessors = ({ body, email }: PreparedDraft) =>
  body.userId === undefined
    ? Prisma.sql`c."emailNormalized" = ${email.normalized}`
    : Prisma.sql`c."userId" = ${body.userId}`;

function supersede(draft: PreparedDraft, now: Date): Prisma.Sql {
  const { body, ctx } = draft;
  // Decided here, not by a SQL condition: one plan for both cases may scan all challenges.
  if (!body.invalidateOthers)
    return Prisma.sql`superseded AS (SELECT NULL::text AS "id" WHERE FALSE)`;
  // Rows are locked by id, so that two statements never deadlock.
  return Prisma.sql`
    superseded AS (
      UPDATE "Challenge" c SET "deletedAt" = ${now} FROM counted
      WHERE c."tenancyId" = ${ctx.tenancy.id} AND ${isPending(now)} AND c."id" IN (
        SELECT c."id" FROM "Challenge" c
        WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."purpose" = ${body.purpose}
          AND ${predecessors(draft)} AND ${isPending(now)}
        ORDER BY c."id" FOR UPDATE)
      RETURNING c."id"
    )`;
}

const actionsOf = ({ skipRateLimit }: CreateChallenge): AuditAction[] => [
  "challenge.created",
  ...(skipRateLimit ? (["challenge.rate-limit-skipped"] as const) : []),
];

const eventsOf = (drafts: readonly PreparedDraft[]) =>
  drafts.flatMap(({ ctx, id, body }) =>
    auditRows(
      ctx,
      actionsOf(body).map((action) => ({ action, target: { kind: "challenge", id } })),
    ),
  );

const columns = Prisma.sql`
  "id" text, "email" text, "mailbox" text, "shown" text, "purpose" text, "name" text, "userId" text,
  "metadata" text, "secretHash" text, "longMac" text, "shortMac" text, "outboxId" text, "sealed" text`;

function admit({ ctx, visitor, row, body }: PreparedDraft, now: Date, hasRoom: Prisma.Sql) {
  const from = Prisma.sql`FROM drafts, usage WHERE ${hasRoom}`;
  return visitor === undefined
    ? admitMailboxes(ctx, { now, skipsLimits: body.skipRateLimit, from })
    : admitVisitor(ctx, { visitor, mailbox: row.mailbox, now, from });
}

/**
 * Builds the statement for drafts that share their tenancy, settings and `skipRateLimit`, each for
 * another mailbox (`row.mailbox`). Visitors and `invalidateOthers` need a batch of one.
 */
export function insertChallenges(
  drafts: readonly [PreparedDraft, ...PreparedDraft[]],
  now: Date,
): Prisma.Sql {
  const [first] = drafts;
  const { ctx, visitor } = first;
  const { id: tenancyId, codeDigits, codeAttempts, codeMs } = ctx.tenancy;
  const attempts = Prisma.sql`
    CASE WHEN admitted."isRestricted" THEN 1 ELSE ${codeAttempts}::int END`;
  const digits = Prisma.sql`
    CASE WHEN admitted."isLong" THEN ${limits.longCodeDigits}::int ELSE ${codeDigits}::int END`;
  const expiresAt = new Date(now.getTime() + codeMs);
  const hasRoom = isUnderCeiling(ctx, drafts.length);
  const rows = drafts.map(({ row }) => row);
  // Visitors are admitted by mailbox.
  const admittedBy = visitor === undefined ? Prisma.sql`"email"` : Prisma.sql`"mailbox"`;
  const matchesEvent = Prisma.sql`e."targetId" = created."id"`;
  return Prisma.sql`
    WITH drafts AS MATERIALIZED (${callerInput(ctx, rows, columns)}),
    ${readUsage(ctx, now)},
    ${admit(first, now, hasRoom)},
    ${countUnderCeiling(ctx, now)},
    ${supersede(first, now)},
    created AS (
      INSERT INTO "Challenge" (
        "tenancyId", "id", "purpose", "email", "emailNormalized", "name", "userId", "metadata",
        "secretHash", "codeMac", "codeDigits", "attempts", "attemptsLeft", "isGuarded",
        "fromVisitor", "createdAt", "expiresAt")
      SELECT ${tenancyId}, d."id", d."purpose", d."shown", d."email", d."name", d."userId",
        d."metadata"::json, decode(d."secretHash", 'hex'),
        decode(CASE WHEN admitted."isLong" THEN d."longMac" ELSE d."shortMac" END, 'hex'),
        ${digits}, ${attempts}, ${attempts}, admitted."isRestricted",
        ${visitor !== undefined}, ${now}, ${expiresAt}
      FROM drafts d JOIN admitted ON admitted."email" = d.${admittedBy}, counted
      RETURNING "id", "codeDigits"
    ), outbox AS (
      INSERT INTO "OutboxMail" (
        "tenancyId", "id", "challengeId", "sealed", "dueAt", "expiresAt", "createdAt")
      SELECT ${tenancyId}, d."outboxId", d."id", d."sealed", ${now}, ${expiresAt}, ${now}
      FROM drafts d JOIN created ON created."id" = d."id" WHERE d."sealed" IS NOT NULL
    ), audit AS (${insertAudit(eventsOf(drafts), Prisma.sql`created`, matchesEvent)})
    SELECT ${hasRoom} AS "hasRoom", created."id", created."codeDigits",
      ARRAY(SELECT "id" FROM superseded) AS "superseded"
    FROM drafts d CROSS JOIN usage LEFT JOIN created ON created."id" = d."id"`;
}
