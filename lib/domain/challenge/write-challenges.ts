// Writes mailbox challenges (contract §7), by one of three paths:
// - API keys: several drafts at once in one statement, each for another mailbox (`creations`)
// - API keys with `invalidateOthers`: one draft in a transaction, under a lock (`writeInTurn`)
// - visitors: one draft per statement (`visitorCreations`). A visitor never invalidates others
// (`createVisitorChallenge`),
//   so this path needs no lock.
//
// Terms: a *draft* is a challenge that no limit has admitted yet. A *restricted* challenge allows
// one attempt, because its mailbox had many wrong codes. A draft is written *alone* when the hourly
// ceiling is near: only then is it exact.
//
// The statement (`write`), one line per CTE:
// - `drafts`: the input, one row per draft
// - `caller`: a row while the API key, its scopes and its tenancy are unchanged
// - `used`: how much of the hourly ceiling is used
// - `asked`: the mailboxes whose limits admit a code, counted; with what their wrong codes require
// - `counted`: the admitted ones, counted towards the ceiling; no row when it is reached
// - `superseded`: the pending challenges that the new one invalidates
// - `made`, `mail`, `audit`: the new challenges, their emails in the outbox, their audit events
// Each reads the ones before, so a refused draft writes nothing further.

import { z } from "zod";
import type { CreateChallenge } from "@/lib/contract/challenge";
import { limits } from "@/lib/limits";
import { batchKey, revalidatedCaller } from "@/lib/domain/api-key/cached-key";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows, recordAudit, type AuditAction } from "@/lib/domain/audit/record-audit";
import type {
  CoalesceRules,
  CachedContext,
  RunStatement,
  TenancyContext,
} from "@/lib/domain/context";
import { takeLocks } from "@/lib/domain/take-locks";
import type { Email } from "@/lib/domain/user/email";
import { Prisma } from "@/prisma/generated/client";
import { countUnderCeiling, isUnderCeiling, readCeiling, skipsCeiling } from "./challenge-ceiling";
import { macOfCode } from "./challenge-code";
import { isPending } from "./challenge-row";
import { askMailboxes } from "./mailbox-limits";
import { askAsVisitor, type Visitor } from "./visitor-limits";

/**
 * All of a new challenge but when it is made, and what its mailbox decides: whether the code is
 * long.
 */
export interface Draft {
  ctx: TenancyContext | CachedContext;
  id: string;
  email: Email;
  body: CreateChallenge;
  longCode: string;
  /** Hex. */
  secretHash: string;
  /** Null when no e-mail is to be sent. */
  sealed: string | null;
  /** Who requested it without an API key; their budgets count then. */
  visitor?: Visitor | undefined;
}

/** What became of a draft; nothing of it when a limit refused it, or its caller is not proven. */
export interface Written {
  isRevalidated: boolean;
  now: Date;
  made?: { codeDigits: number; superseded: string[] } | undefined;
}

const Row = z.object({
  isRevalidated: z.boolean(),
  hasRoom: z.boolean(),
  id: z.string().nullable(),
  codeDigits: z.int().nullable(),
  superseded: z.array(z.string()),
});

/**
 * By whom a new challenge's predecessors are found: the application's user when it is named, else
 * the mailbox.
 */
const predecessors = ({ body, email }: Pick<Draft, "body" | "email">) =>
  body.userId === undefined
    ? Prisma.sql`c."emailNormalized" = ${email.normalized}`
    : Prisma.sql`c."userId" = ${body.userId}`;

/** CTE "superseded": the challenges that a new one ends. */
function supersede(draft: Pick<Draft, "ctx" | "body" | "email">, now: Date): Prisma.Sql {
  const { body, ctx } = draft;
  // Not a condition within one statement: a plan that holds for both may scan all challenges to
  // find that none is meant.
  if (!body.invalidateOthers)
    return Prisma.sql`superseded AS (SELECT NULL::text AS "id" WHERE FALSE)`;
  // Locked in one order, so that two that supersede each other's do not wait for one another.
  return Prisma.sql`
    superseded AS (
      UPDATE "Challenge" c SET "deletedAt" = ${now} FROM counted
      WHERE c."tenancyId" = ${ctx.tenancy.id} AND ${isPending(now)} AND c."id" IN (
        SELECT c."id" FROM "Challenge" c
        WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."purpose" = ${body.purpose} AND ${predecessors(draft)} AND ${isPending(now)}
        ORDER BY c."id" FOR UPDATE)
      RETURNING c."id"
    )`;
}

const actionsOf = ({ skipRateLimit }: CreateChallenge): AuditAction[] => [
  "challenge.created",
  ...(skipRateLimit ? (["challenge.rate-limit-skipped"] as const) : []),
];

/** What the statement reads of a draft. */
const rowOf = ({ ctx, id, email, body, longCode, secretHash, sealed }: Draft) => ({
  id,
  email: email.normalized,
  shown: email.shown,
  purpose: body.purpose,
  name: body.name,
  userId: body.userId,
  // As text: the order of its keys stays.
  metadata: body.metadata === undefined ? undefined : JSON.stringify(body.metadata),
  secretHash,
  longMac: macOfCode(ctx, id, longCode),
  shortMac: macOfCode(ctx, id, longCode.slice(0, ctx.tenancy.codeDigits)),
  mailId: sealed === null ? undefined : ctx.createId(),
  sealed,
});

/** Made ready by its own request, so that a fault there is nobody else's. */
interface ReadyDraft extends Pick<Draft, "ctx" | "id" | "email" | "body" | "visitor"> {
  row: ReturnType<typeof rowOf>;
}

/**
 * Limits, ceiling, challenges, mails and audit in one statement, for drafts of one kind (`kindOf`)
 * and of different mailboxes. Changes nothing for one that a limit refuses, or when their caller is
 * not proven.
 * @returns what became of each; and `hasRoom` false for several when the ceiling is near, and none
 * was made
 */
async function write(
  run: RunStatement,
  drafts: readonly [ReadyDraft, ...ReadyDraft[]],
  now: Date,
): Promise<{ hasRoom: boolean; written: [Written, ...Written[]] }> {
  const [first] = drafts;
  const { ctx, body, email, visitor } = first;
  const { id: tenancyId, codeDigits, codeAttempts, codeMs } = ctx.tenancy;
  const events = drafts.flatMap(({ ctx, id, body }) =>
    auditRows(
      ctx,
      actionsOf(body).map((action) => ({ action, target: { kind: "challenge", id } })),
    ),
  );
  const attempts = Prisma.sql`CASE WHEN asked."isRestricted" THEN 1 ELSE ${codeAttempts}::int END`;
  const expiresAt = new Date(now.getTime() + codeMs);
  const hasRoom = isUnderCeiling(ctx, drafts.length);
  const from = Prisma.sql`FROM drafts, caller, used WHERE ${hasRoom}`;
  const asked =
    visitor === undefined
      ? askMailboxes(ctx, { now, skipsLimits: body.skipRateLimit, from })
      : askAsVisitor(ctx, { visitor, email: email.normalized, now, from });
  // As JSON, so that one statement, prepared once, does for any number of them.
  const rowsAsJson = JSON.stringify(drafts.map(({ row }) => row));
  const rows = await run(Prisma.sql`
    WITH drafts AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${rowsAsJson}::jsonb) AS d("id" text, "email" text, "shown" text, "purpose" text, "name" text,
        "userId" text, "metadata" text, "secretHash" text, "longMac" text, "shortMac" text, "mailId" text, "sealed" text)
    ), ${revalidatedCaller(ctx, now)}, ${readCeiling(ctx, now)},
    ${asked},
    ${countUnderCeiling(ctx, now)},
    ${supersede(first, now)},
    made AS (
      INSERT INTO "Challenge" ("tenancyId", "id", "purpose", "email", "emailNormalized", "name", "userId", "metadata", "secretHash", "codeMac",
        "codeDigits", "attempts", "attemptsLeft", "isGuarded", "fromVisitor", "createdAt", "expiresAt")
      SELECT ${tenancyId}, d."id", d."purpose", d."shown", d."email", d."name", d."userId", d."metadata"::json, decode(d."secretHash", 'hex'),
        decode(CASE WHEN asked."isLong" THEN d."longMac" ELSE d."shortMac" END, 'hex'),
        CASE WHEN asked."isLong" THEN ${limits.longCodeDigits}::int ELSE ${codeDigits}::int END, ${attempts}, ${attempts}, asked."isRestricted", ${visitor !== undefined}, ${now}, ${expiresAt}
      FROM drafts d JOIN asked ON asked."email" = d."email", counted RETURNING "id", "codeDigits"
    ), mail AS (
      INSERT INTO "OutboxMail" ("tenancyId", "id", "challengeId", "sealed", "dueAt", "expiresAt", "createdAt")
      SELECT ${tenancyId}, d."mailId", d."id", d."sealed", ${now}, ${expiresAt}, ${now} FROM drafts d JOIN made ON made."id" = d."id" WHERE d."sealed" IS NOT NULL
    ), audit AS (${insertAudit(events, Prisma.sql`made`, Prisma.sql`e."targetId" = made."id"`)})
    SELECT EXISTS (SELECT FROM caller) AS "isRevalidated", ${hasRoom} AS "hasRoom", made."id", made."codeDigits", ARRAY(SELECT "id" FROM superseded) AS "superseded" FROM used LEFT JOIN made ON TRUE`);
  const found = rows.map((row) => Row.parse(row));
  const made = new Map(
    found.map(({ id, codeDigits, superseded }) => [
      id,
      { codeDigits: codeDigits ?? 0, superseded },
    ]),
  );
  const { isRevalidated, hasRoom: hadRoom } = found[0] ?? { isRevalidated: false, hasRoom: false };
  return {
    hasRoom: hadRoom || !isRevalidated,
    written: drafts.map(({ id }) => ({ isRevalidated, now, made: made.get(id) })) as [
      Written,
      ...Written[],
    ],
  };
}

/** What has to be alike in drafts that are written together. */
function kindOf({ ctx, body }: Draft): string {
  const name = batchKey(ctx);
  if (name !== undefined) return `${name} ${body.skipRateLimit}`;
  const {
    id,
    codeDigits,
    codeAttempts,
    codeMs,
    challengesPerTenMinutes,
    challengesPerDay,
    challengesPerHourCeiling,
  } = ctx.tenancy;
  return JSON.stringify([
    id,
    codeDigits,
    codeAttempts,
    codeMs,
    challengesPerTenMinutes,
    challengesPerDay,
    challengesPerHourCeiling,
    skipsCeiling(ctx),
    body.skipRateLimit,
  ]);
}

const nowOf = ({ ctx }: ReadyDraft) => new Date(ctx.clock.now());

const creations: CoalesceRules<ReadyDraft, Written> = {
  ...limits.coalesce,
  conflictKey: ({ email }) => email.normalized,
  async run(drafts) {
    const { hasRoom, written } = await write(drafts[0].ctx.run, drafts, nowOf(drafts[0]));
    // Only by itself does a draft know the ceiling to the last one.
    return hasRoom || drafts.length === 1 ? written : drafts.map(() => "deferred");
  },
};

/**
 * One by one, and not with those of API keys: what strangers request must not hold up a backend.
 */
const visitorCreations: CoalesceRules<ReadyDraft, Written> = {
  ...creations,
  maxBatchSize: 1,
  minQueued: 1,
};

/** Writes one challenge and invalidates its predecessors, under the lock `turn`. */
function writeLocked(draft: ReadyDraft, turn: string): Promise<Written> {
  const { ctx } = draft;
  return ctx.db.$transaction(async (tx) => {
    await takeLocks(tx, turn);
    const {
      written: [written],
    } = await write((statement) => tx.$queryRaw(statement), [draft], nowOf(draft));
    const superseded = written.made?.superseded ?? [];
    await recordAudit(
      ctx,
      tx,
      ...superseded.map((id) => ({
        action: "challenge.superseded" as const,
        target: { kind: "challenge" as const, id },
      })),
    );
    return written;
  });
}

/**
 * Writes challenges that invalidate the same others one at a time, so that only the last one stays
 * pending. Those of this process wait in memory, those of other processes try again (`takeLocks`):
 * none waits with a connection.
 */
function writeInTurn(draft: ReadyDraft): Promise<Written> {
  const { ctx, email, body } = draft;
  const turn = `challenge ${ctx.tenancy.id} ${body.purpose} ${body.userId === undefined ? `email ${email.normalized}` : `user ${body.userId}`}`;
  return ctx.takeTurn(turn, () => writeLocked(draft, turn));
}

/**
 * Writes a challenge, its mail and its audit, when every limit lets it: together with others that
 * come at once, unless it supersedes some.
 */
export function writeChallenge(draft: Draft): Promise<Written> {
  const { ctx, id, email, body, visitor } = draft;
  const ready = { ctx, id, email, body, visitor, row: rowOf(draft) };
  if (visitor !== undefined) return ctx.coalesce(visitorCreations, ctx.tenancy.id, ready);
  return body.invalidateOthers ? writeInTurn(ready) : ctx.coalesce(creations, kindOf(draft), ready);
}
