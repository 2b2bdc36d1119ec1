// Writes mailbox challenges (contract §7), by one of three paths:
// - API keys: several drafts per statement, each for another mailbox (`creations`).
// - API keys with `invalidateOthers`: one draft in a transaction, under a lock (`writeInTurn`).
// - visitors: one draft per statement (`visitorCreations`). A visitor never invalidates other
//   challenges, so this path needs no lock.
//
// The statement itself is in insert-challenges.ts.

import { z } from "zod";
import { limits } from "@/lib/limits";
import { batchKey } from "@/lib/domain/api-key/cached-key";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { CoalesceRules, RunStatement } from "@/lib/domain/context";
import { takeLocks } from "@/lib/domain/take-locks";
import { skipsCeiling } from "./challenge-ceiling";
import { prepareDraft, type Draft, type PreparedDraft } from "./challenge-draft";
import { insertChallenges } from "./insert-challenges";

export interface WriteResult {
  /** False when a cached API key, its scopes or its tenancy changed. */
  isRevalidated: boolean;
  now: Date;
  /** Undefined when a limit refused the draft or the caller was not revalidated. */
  created?: { codeDigits: number; superseded: string[] } | undefined;
}

const Row = z.object({
  isRevalidated: z.boolean(),
  hasRoom: z.boolean(),
  id: z.string().nullable(),
  codeDigits: z.int().nullable(),
  superseded: z.array(z.string()),
});

/**
 * Runs the statement for drafts with the same batch key, each for another mailbox.
 * @returns one result per draft, in order; `hasRoom` is false when the ceiling is too near for this
 * many drafts, and then none was written
 */
async function write(
  run: RunStatement,
  drafts: readonly [PreparedDraft, ...PreparedDraft[]],
): Promise<{ hasRoom: boolean; results: [WriteResult, ...WriteResult[]] }> {
  const now = new Date(drafts[0].ctx.clock.now());
  const rows = Row.array().parse(await run(insertChallenges(drafts, now)));
  const created = new Map(
    rows.map(({ id, codeDigits, superseded }) => [id, { codeDigits: codeDigits ?? 0, superseded }]),
  );
  const { isRevalidated, hasRoom } = rows[0] ?? { isRevalidated: false, hasRoom: false };
  return {
    hasRoom: hasRoom || !isRevalidated,
    results: drafts.map(({ id }) => ({ isRevalidated, now, created: created.get(id) })) as [
      WriteResult,
      ...WriteResult[],
    ],
  };
}

/** Drafts with the same key may share a statement: it covers every setting that the SQL uses. */
function batchKeyOf({ ctx, body }: PreparedDraft): string {
  const cachedKey = batchKey(ctx);
  if (cachedKey !== undefined) return `${cachedKey} ${body.skipRateLimit}`;
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

const creations: CoalesceRules<PreparedDraft, WriteResult> = {
  ...limits.coalesce,
  conflictKey: ({ email }) => email.normalized,
  async run(drafts) {
    const { hasRoom, results } = await write(drafts[0].ctx.run, drafts);
    // Near the ceiling each draft runs in its own statement: only that counts exactly.
    return hasRoom || drafts.length === 1 ? results : drafts.map(() => "deferred");
  },
};

/** Visitors have their own queue, so their requests never delay a backend. */
const visitorCreations: CoalesceRules<PreparedDraft, WriteResult> = {
  ...creations,
  maxBatchSize: 1,
  minQueued: 1,
};

/** Writes one challenge and invalidates its predecessors, under the lock `lockKey`. */
function writeLocked(draft: PreparedDraft, lockKey: string): Promise<WriteResult> {
  const { ctx } = draft;
  return ctx.db.$transaction(async (tx) => {
    await takeLocks(tx, lockKey);
    const { results } = await write((statement) => tx.$queryRaw(statement), [draft]);
    const [result] = results;
    const superseded = result.created?.superseded ?? [];
    await recordAudit(
      ctx,
      tx,
      ...superseded.map((id) => ({
        action: "challenge.superseded" as const,
        target: { kind: "challenge" as const, id },
      })),
    );
    return result;
  });
}

/**
 * Writes challenges that invalidate the same others one at a time, so that only the last stays
 * pending. Calls of this process wait in memory and calls of other processes retry (`takeLocks`), so
 * none waits while it occupies a database connection.
 */
function writeInTurn(draft: PreparedDraft): Promise<WriteResult> {
  const { ctx, email, body } = draft;
  const owner = body.userId === undefined ? `email ${email.normalized}` : `user ${body.userId}`;
  const lockKey = `challenge ${ctx.tenancy.id} ${body.purpose} ${owner}`;
  return ctx.takeTurn(lockKey, () => writeLocked(draft, lockKey));
}

/** Writes a challenge, its email and its audit events if every limit admits it. */
export function writeChallenge(draft: Draft): Promise<WriteResult> {
  const { ctx, body, visitor } = draft;
  const prepared = prepareDraft(draft);
  if (visitor !== undefined) return ctx.coalesce(visitorCreations, ctx.tenancy.id, prepared);
  return body.invalidateOthers
    ? writeInTurn(prepared)
    : ctx.coalesce(creations, batchKeyOf(prepared), prepared);
}
