// Writes mailbox challenges (contract §7), by one of three paths:
// - API keys: several drafts per statement, each for another mailbox (`keyRules`).
// - API keys with `invalidateOthers`: one draft in a transaction, under a lock (`replaceOthers`).
// - visitors: one draft per statement (`visitorRules`). A visitor never invalidates other
//   challenges, so this path needs no lock.
//
// The statement itself is in insert-challenges.ts. It admits its drafts up to the ceiling, the tenancy's
// hourly limit of challenges (challenge-ceiling.ts), and as far as the limits of each mailbox allow. It
// also invalidates the challenges that a new one supersedes.

import { z } from "zod";
import { batchKey, confirmedQuery } from "@/lib/domain/access/confirmed-query";
import type { CoalesceRules, Queryable } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { eventsAbout, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { limits } from "@/lib/limits";
import { type Draft, type PreparedDraft, prepareDraft } from "./challenge-draft";
import { insertChallenges } from "./insert-challenges";

export interface WriteResult {
  now: Date;
  /** Undefined when a limit refused the draft. */
  created?: { codeDigits: number; superseded: string[] } | undefined;
}

const Row = z.object({
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
async function insert(
  tx: Queryable,
  drafts: readonly [PreparedDraft, ...PreparedDraft[]],
): Promise<{ hasRoom: boolean; results: [WriteResult, ...WriteResult[]] }> {
  const now = new Date(drafts[0].ctx.clock.now());
  const rows = await confirmedQuery(tx, drafts, Row, insertChallenges(drafts, now));
  const created = new Map(
    rows.map(({ id, codeDigits, superseded }) => [id, { codeDigits: codeDigits ?? 0, superseded }]),
  );
  const results = drafts.map(({ id }) => ({ now, created: created.get(id) }));
  return {
    hasRoom: rows[0]?.hasRoom === true,
    results: results as [WriteResult, ...WriteResult[]],
  };
}

const keyRules: CoalesceRules<PreparedDraft, WriteResult> = {
  ...limits.coalesce,
  conflictKey: ({ row }) => row.mailbox,
  async run(drafts) {
    const { hasRoom, results } = await insert(drafts[0].ctx.db, drafts);
    // Near the ceiling, a batch is refused as a whole. Each draft then runs in a statement of its own.
    return hasRoom || drafts.length === 1 ? results : drafts.map(() => "deferred");
  },
};

/** Visitors have their own queue, so their requests never delay a backend. */
const visitorRules: CoalesceRules<PreparedDraft, WriteResult> = {
  ...keyRules,
  maxBatchSize: 1,
  minQueued: 1,
};

/**
 * Writes challenges that invalidate the same others one at a time, so that only the last stays
 * pending. Calls of this process wait in memory and calls of other processes retry (`takeLocks`), so
 * none waits while it occupies a database connection.
 */
function replaceOthers(draft: PreparedDraft): Promise<WriteResult> {
  const { ctx, email, body } = draft;
  const owner = body.userId === undefined ? `email ${email.normalized}` : `user ${body.userId}`;
  const lockKey = `challenge ${ctx.tenancy.id} ${body.purpose} ${owner}`;
  const replace = async (tx: Queryable) => {
    await takeLocks(tx, lockKey);
    const [result] = (await insert(tx, [draft])).results;
    const superseded = result.created?.superseded ?? [];
    const events = eventsAbout("challenge", superseded, "challenge.superseded");
    await recordAudit(ctx, tx, ...events);
    return result;
  };
  return ctx.takeTurn(lockKey, () => ctx.db.$transaction(replace));
}

/** Writes a challenge, its email and its audit events if every limit admits it. */
export function writeChallenge(draft: Draft): Promise<WriteResult> {
  const { ctx, body, visitor } = draft;
  const prepared = prepareDraft(draft);
  if (visitor !== undefined) return ctx.coalesce(visitorRules, ctx.tenancy.id, prepared);
  if (body.invalidateOthers) return replaceOthers(prepared);
  return ctx.coalesce(keyRules, `${batchKey(ctx)} ${body.skipRateLimit}`, prepared);
}
