import { z } from "zod";
import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import { consumeToken, isLiveToken } from "@/lib/domain/access/one-time-token/consume-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { changeEmail, endEmailChangeUndo } from "@/lib/domain/user/change-email";
import { lockUser } from "@/lib/domain/user/lock-user";
import { ownedEmailOf } from "@/lib/domain/user/owned-email";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

interface Restored {
  sub: string;
  /** The restored email. */
  normalized: string;
  /** When the change replaced it. */
  changedAt: Date;
}

/**
 * Ends the links of a change whose email is restored, and of all later ones, in the caller's
 * transaction: mailboxes that an attacker added can't undo it, and get no more notices. Links of
 * earlier changes stay.
 */
export async function endLaterChanges(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, normalized, changedAt }: Restored,
): Promise<void> {
  await endEmailChangeUndo(ctx, tx, { sub, since: changedAt });
  const keptUntil = new Date(changedAt.getTime() + lifetimes.passkeyReportMs);
  await tx.previousEmail.deleteMany({
    where: {
      tenancyId: ctx.tenancy.id,
      sub,
      OR: [{ emailNormalized: normalized }, { until: { gte: keptUntil } }],
    },
  });
}

/** A change of an email, as the page of an undo link shows it. */
interface UndoableEmailChange {
  /** The replaced email, which the reader of the link had. */
  email: string;
  /** In ms. */
  changedAt: number;
}

const Row = z.object({ sub: z.string(), email: z.string(), changedAt: z.date() });

/** Finds what a live token can undo. Raw, because the token's conditions are SQL. */
async function findChange(
  ctx: TenancyContext,
  db: Queryable,
  token: string,
): Promise<z.infer<typeof Row>> {
  const scope = { tenancyId: ctx.tenancy.id, now: new Date(ctx.clock.now()) };
  const [row] = await db.query(Row)`
    SELECT u."sub", o."payload"->>'email' AS "email", o."createdAt" AS "changedAt"
    FROM "OneTimeToken" o
    JOIN "User" u ON u."tenancyId" = o."tenancyId" AND u."sub" = o."payload"->>'sub'
    WHERE ${isLiveToken(scope, "emailChangeUndo", token)}`;
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row;
}

/**
 * Returns the change that a notice's link can undo. Changes nothing, because mail scanners open links,
 * too.
 * @throws InvalidToken when the link is unknown, expired or used, or the user is gone
 */
export async function readEmailChangeUndo(
  ctx: TenancyContext,
  token: string,
): Promise<UndoableEmailChange> {
  const { email, changedAt } = await findChange(ctx, ctx.db, token);
  return { email, changedAt: changedAt.getTime() };
}

/**
 * Restores the email that a change replaced, in one transaction, whatever the user's email is by now.
 * Ends the links of this and all later changes, so that mailboxes which an attacker added can't undo
 * it; links of earlier changes stay. Those mailboxes get no more notices. Ends the user's pending codes
 * and the sessions of the account page. Of several concurrent uses one succeeds. Signs no one in.
 * @throws InvalidToken as readEmailChangeUndo, or if the user has this email again · DuplicateEmail if
 * another user owns it by now
 */
export async function undoEmailChange(ctx: TenancyContext, token: string): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { sub, email, changedAt } = await findChange(ctx, tx, token);
    const user = await lockUser(ctx, tx, sub);
    // After the lock, so that a link of an earlier change ends this one first or not at all.
    await consumeToken(ctx, "emailChangeUndo", token, tx);
    const { normalized } = requireEmail(email);
    if (user === null || ownedEmailOf(user)?.normalized === normalized)
      throw new ServiceError("@error/InvalidToken");
    await changeEmail(ctx, tx, { sub, email, emailVerified: true, keepsReplaced: false });
    await endLaterChanges(ctx, tx, { sub, normalized, changedAt });
    await endAccountSessions(ctx, tx, { sub });
    await recordAudit(ctx, tx, {
      action: "user.email-change-undone",
      target: { kind: "user", id: sub },
    });
  });
}
