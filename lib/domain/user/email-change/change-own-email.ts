import { z } from "zod";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { browserAndSystem } from "@/lib/domain/base/describe-browser";
import { requireEmail } from "@/lib/domain/base/email-address";
import { changeEmail } from "@/lib/domain/user/change-email";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { lockUser } from "@/lib/domain/user/lock-user";
import { ownedEmailOf } from "@/lib/domain/user/owned-email";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { endLaterChanges } from "./undo-email-change";

interface OwnChange {
  sub: string;
  /** A code proved it. */
  email: string;
  /** The language of the page, for the notice to a user who chose none. Default: the tenancy's. */
  locale?: string | undefined;
}

const Row = z.object({ email: z.string(), changedAt: z.date() });

/** Finds the changes that a link can still undo, oldest first. Raw, because the user is named in JSON. */
const findUndoable = ({ tenancy, clock }: TenancyContext, tx: Queryable, sub: string) =>
  tx.query(Row)`
    SELECT "payload"->>'email' AS "email", "createdAt" AS "changedAt" FROM "OneTimeToken"
    WHERE "tenancyId" = ${tenancy.id} AND "kind" = 'emailChangeUndo' AND "consumedAt" IS NULL
      AND "expiresAt" > ${new Date(clock.now())} AND "payload"->>'sub' = ${sub}
    ORDER BY "createdAt"`;

/**
 * Returns the context of a change that is later than all these. An undo orders changes by their times,
 * and the clocks of two instances differ.
 */
function laterThan(ctx: TenancyContext, changes: z.infer<typeof Row>[]): TenancyContext {
  const last = changes.at(-1)?.changedAt.getTime() ?? 0;
  const now = Math.max(ctx.clock.now(), last + 1);
  return { ...ctx, clock: { now: () => now } };
}

/**
 * Changes a user's email to one that they proved by a code, in the caller's transaction. Queues a
 * notice to the owned mailbox that it replaces, with a single-use link that undoes the change for
 * seven days. A change back to an email that a link can restore does what the link does: otherwise the
 * mailbox that it replaces, which may be an attacker's, could undo it. The caller wakes the workers
 * after the commit.
 * @returns the email as displayed
 * @throws NotFound · InvalidEmail · DuplicateEmail if another user owns it
 */
export async function changeOwnEmail(
  caller: TenancyContext,
  tx: Queryable,
  { sub, email, locale }: OwnChange,
): Promise<string> {
  const before = await lockUser(caller, tx, sub);
  if (before === null) throw new ServiceError("@error/NotFound");
  const undoable = await findUndoable(caller, tx, sub);
  const ctx = laterThan(caller, undoable);
  const { normalized } = requireEmail(email);
  const restored = undoable.find((each) => requireEmail(each.email).normalized === normalized);
  const shown = await changeEmail(ctx, tx, {
    sub,
    email,
    emailVerified: true,
    // Deletions and later changes reach it, too.
    keepsReplaced: restored === undefined,
  });
  if (restored !== undefined) {
    await endLaterChanges(ctx, tx, { sub, normalized, changedAt: restored.changedAt });
    return shown;
  }
  const after = await lockUser(ctx, tx, sub);
  const replaced = ownedEmailOf(before);
  if (replaced === null || replaced.normalized === after?.emailNormalized) return shown;
  const { token, expiresAt } = await issueToken(ctx, {
    kind: "emailChangeUndo",
    payload: { sub, email: replaced.shown },
    lifetimeMs: lifetimes.passkeyReportMs,
    apiKeyId: null,
    tx,
  });
  await queueNotices(ctx, tx, {
    to: [replaced.shown],
    mail: {
      kind: "email-changed",
      browser: browserAndSystem(ctx.client.userAgent ?? ""),
      createdMs: ctx.clock.now(),
      link: `${ctx.baseUrl}/auth/${ctx.tenancy.id}/undo/email-change?token=${token}`,
      untilMs: expiresAt,
    },
    expiresAt,
    locale: before.locale ?? locale,
  });
  return shown;
}
