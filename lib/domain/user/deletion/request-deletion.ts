import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import { requireLiveCaller } from "@/lib/domain/access/require-live-caller";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { browserAndSystem } from "@/lib/domain/base/describe-browser";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { lockUser } from "@/lib/domain/user/lock-user";
import { findNotifiedMailboxes, ownedEmailOf } from "@/lib/domain/user/owned-email";
import { badRequest, ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import type { User } from "@/prisma/generated/client";

export const deletionLimits = {
  /** How long a user or an operator can undo a requested deletion. */
  undoMs: 7 * lifetimes.dayMs,
  /** Of one round of the task: users of all tenancies, and of one of them. */
  usersPerRound: 200,
  usersPerTenancy: 20,
} as const;

/**
 * Why a user deletes their account: a closed list, because the audit log keeps the answer and can't
 * forget text that a user writes.
 */
export const deletionReasons = [
  "not-needed",
  "privacy",
  "problems",
  "other-account",
  "other",
] as const;

export type DeletionReason = (typeof deletionReasons)[number];

export interface DeletionRequest {
  sub: string;
  /** Required if the tenancy asks for one, else ignored. */
  reason?: DeletionReason | undefined;
  /**
   * Whether the user has confirmed with a passkey a second time, for this request. Only then is an
   * account without an owned mailbox deleted, because no one could undo it.
   */
  isConfirmedAgain: boolean;
  /** The language of the page, for the email to a user who chose none. Default: the tenancy's. */
  locale?: string | undefined;
}

/** A condition that the writing transaction checks again, such as the user's session. It throws. */
type Check = (tx: Queryable) => Promise<void>;

export type RequestedDeletion =
  /** Disabled, and erased at `erasesAt` (ms) unless a link in the email undoes it. */
  | { state: "pending"; erasesAt: number }
  /** Erased at once, because the user owns no mailbox. */
  | { state: "erased" };

const forbidden = (message: string) => new ServiceError("@error/Forbidden", undefined, message);

/** Returns the reason that the audit log keeps. @throws Forbidden · BadRequest (reason) */
function reasonToKeep(
  { tenancy }: TenancyContext,
  reason: DeletionReason | undefined,
): DeletionReason | undefined {
  if (tenancy.accountDeletion === "off" || tenancy.isSystem)
    throw forbidden("Users can’t delete their account in this tenancy.");
  if (tenancy.accountDeletion === "on") return undefined;
  if (reason === undefined) throw badRequest("reason", "Choose a reason");
  return reason;
}

const recordRequest = (
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
  reason: DeletionReason | undefined,
) =>
  recordAudit(ctx, tx, {
    action: "user.deletion-requested",
    target: { kind: "user", id: sub },
    ...(reason === undefined ? {} : { detail: reason }),
  });

interface UndoLinks {
  user: User;
  /** When the pending request was stored, by which the link names it. */
  requestedAt: Date;
  locale: string | undefined;
}

/** Queues the email to the user's mailboxes. Each has its own link. */
async function queueUndoLinks(
  ctx: TenancyContext,
  tx: Queryable,
  { user, requestedAt, locale }: UndoLinks,
): Promise<void> {
  const createdMs = requestedAt.getTime();
  const browser = browserAndSystem(ctx.client.userAgent ?? "");
  // A replaced mailbox gets one, too: an attacker changes the email before deleting the account.
  for (const recipient of await findNotifiedMailboxes(ctx, tx, user)) {
    const { token, expiresAt } = await issueToken(ctx, {
      kind: "deletionUndo",
      payload: { sub: user.sub, requestedAt: requestedAt.toISOString() },
      lifetimeMs: deletionLimits.undoMs,
      apiKeyId: null,
      tx,
    });
    const link = `${ctx.baseUrl}/auth/${ctx.tenancy.id}/undo/deletion?token=${token}`;
    await queueNotices(ctx, tx, {
      to: [recipient],
      mail: { kind: "deletion-requested", browser, createdMs, link, untilMs: expiresAt },
      expiresAt,
      locale: user.locale ?? locale,
    });
  }
}

/**
 * Requests the deletion of a user's own account. With an owned mailbox: disables the user at once,
 * keeps the email owned, ends the sessions of the account page, and emails a single-use link that
 * undoes it. `eraseDueUsers` erases the user after a week. Without one: erases the user at once, after
 * a second confirmation. Of several concurrent requests one succeeds.
 * @param check runs while the user's row is locked
 * @throws as check · Forbidden if the tenancy doesn't allow it, or the user is disabled or gone · BadRequest
 * (reason) · ProofRequired without an owned mailbox and a second confirmation · InvalidTenancy when
 * suspended
 */
export async function requestDeletion(
  ctx: TenancyContext,
  { sub, reason, isConfirmedAgain, locale }: DeletionRequest,
  check: Check = () => Promise.resolve(),
): Promise<RequestedDeletion> {
  const kept = reasonToKeep(ctx, reason);
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const dueAt = new Date(now.getTime() + deletionLimits.undoMs);
  const isPending = await ctx.db.$transaction(async (tx) => {
    await requireLiveCaller(ctx, tx, null);
    const user = await lockUser(ctx, tx, sub);
    await check(tx);
    if (user === null || user.disabledAt !== null) throw forbidden("This user is disabled.");
    if (ownedEmailOf(user) === null) {
      if (isConfirmedAgain) return false;
      throw new ServiceError("@error/ProofRequired", {}, "Confirm again with your passkey.");
    }
    const pending = { requestedAt: now, dueAt, disabledAt: now, staysDisabled: false };
    // Replaces a row that has no effect any more.
    await tx.userDeletion.upsert({
      where: { tenancyId_sub: { tenancyId, sub } },
      create: { tenancyId, sub, ...pending },
      update: pending,
    });
    await tx.user.update({
      where: { tenancyId_sub: { tenancyId, sub } },
      data: { disabledAt: now, disabledReason: "The user deleted the account", updatedAt: now },
    });
    await endAccountSessions(ctx, tx, { sub });
    await queueUndoLinks(ctx, tx, { user, requestedAt: now, locale });
    await recordRequest(ctx, tx, sub, kept);
    return true;
  });
  if (isPending) {
    ctx.deliveries.wake(tenancyId);
    return { state: "pending", erasesAt: dueAt.getTime() };
  }
  await eraseUser(ctx, sub, undefined, async (tx, user) => {
    await check(tx);
    // A mailbox that became the user's meanwhile could undo it, so the user has to ask again.
    if (user.disabledAt !== null || ownedEmailOf(user) !== null)
      throw forbidden("The account has changed. Try again.");
    await recordRequest(ctx, tx, sub, kept);
  });
  return { state: "erased" };
}
