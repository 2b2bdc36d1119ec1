// Writes mailbox challenges (contract §7), by one of three paths:
// - API keys: several drafts per statement, each for another mailbox (`creations`).
// - API keys with `invalidateOthers`: one draft in a transaction, in turn and under a lock
//   (`writeInTurn`).
// - visitors: one draft per statement (`visitorCreations`). A visitor never invalidates other
//   challenges, so this path needs no lock.
//
// The statement itself is in insert-challenges.ts.

import { z } from "zod";
import { callerName, confirmCaller } from "@/lib/domain/api-key/caller-version";
import { eventsAbout, recordAudit } from "@/lib/domain/audit/record-audit";
import type { CoalesceRules, Queryable } from "@/lib/domain/context";
import { takeLocks } from "@/lib/domain/take-locks";
import { limits } from "@/lib/limits";
import { type Draft, type PreparedDraft, prepareDraft } from "./challenge-draft";
import { insertChallenges } from "./insert-challenges";

export interface WriteResult {
  /** False when the caller changed. */
  isUnchanged: boolean;
  now: Date;
  /** Undefined when a limit refused the draft or the caller changed. */
  created?: { codeDigits: number; superseded: string[] } | undefined;
}

const Row = z.object({
  isUnchanged: z.boolean(),
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
  tx: Queryable,
  drafts: readonly [PreparedDraft, ...PreparedDraft[]],
): Promise<{ hasRoom: boolean; results: [WriteResult, ...WriteResult[]] }> {
  const now = new Date(drafts[0].ctx.clock.now());
  const rows = await tx.query(Row)(insertChallenges(drafts, now));
  const created = new Map(
    rows.map(({ id, codeDigits, superseded }) => [id, { codeDigits: codeDigits ?? 0, superseded }]),
  );
  const { isUnchanged, hasRoom } = rows[0] ?? { isUnchanged: false, hasRoom: false };
  return {
    hasRoom: hasRoom || !isUnchanged,
    results: drafts.map(({ id }) => ({ isUnchanged, now, created: created.get(id) })) as [
      WriteResult,
      ...WriteResult[],
    ],
  };
}

const creations: CoalesceRules<PreparedDraft, WriteResult> = {
  ...limits.coalesce,
  conflictKey: ({ row }) => row.mailbox,
  async run(drafts) {
    const { hasRoom, results } = await write(drafts[0].ctx.db, drafts);
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
    const { results } = await write(tx, [draft]);
    const [result] = results;
    const superseded = result.created?.superseded ?? [];
    const events = eventsAbout("challenge", superseded, "challenge.superseded");
    await recordAudit(ctx, tx, ...events);
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

function writePrepared(draft: PreparedDraft): Promise<WriteResult> {
  const { ctx, body, visitor } = draft;
  if (visitor !== undefined) return ctx.coalesce(visitorCreations, ctx.tenancy.id, draft);
  return body.invalidateOthers
    ? writeInTurn(draft)
    : ctx.coalesce(creations, `${callerName(ctx)} ${body.skipRateLimit}`, draft);
}

/**
 * Writes a challenge, its email and its audit events if every limit admits it.
 * @throws CallerChanged, changing nothing
 */
export async function writeChallenge(draft: Draft): Promise<WriteResult> {
  const result = await writePrepared(prepareDraft(draft));
  confirmCaller(draft.ctx, result.isUnchanged);
  return result;
}
