import { createHash } from "node:crypto";
import { countTowards, type Limit } from "@/lib/domain/access/rate-limit/count-towards";
import { createLink } from "@/lib/domain/admin/operator/session/operator-link";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import type { OperatorRole } from "@/lib/domain/base/permission";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { eventsAbout, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";

const minuteMs = 60_000;
const minutes = new Intl.NumberFormat("en", { style: "unit", unitDisplay: "long", unit: "minute" });
const hours = new Intl.NumberFormat("en", { style: "unit", unitDisplay: "long", unit: "hour" });

const inWords = (waitMs: number) =>
  waitMs <= lifetimes.hourMs
    ? minutes.format(Math.ceil(waitMs / minuteMs))
    : hours.format(Math.ceil(waitMs / lifetimes.hourMs));

/**
 * Counts an invitation email towards the limits of its address and of the tenancy. Runs in the
 * caller's transaction, so a refused email counts nothing.
 * @throws RateLimited
 */
async function countInvitationEmail(
  ctx: TenancyContext,
  tx: Queryable,
  email: string,
): Promise<void> {
  const now = ctx.clock.now();
  const mailbox = countedMailbox(requireEmail(email).normalized);
  const address = createHash("sha256").update(mailbox).digest("hex");
  const { perAddressAndHour: perHour, perTenancyAndDay: perDay } = limits.invitationEmails;
  const refusals: readonly (Limit & { message: string })[] = [
    {
      key: `invitation:${ctx.tenancy.id}:${address}`,
      max: perHour,
      windowMs: lifetimes.hourMs,
      message: `An invitation can be emailed ${perHour} times an hour.`,
    },
    {
      key: `invitations:${ctx.tenancy.id}`,
      max: perDay,
      windowMs: lifetimes.dayMs,
      message: `A tenancy can send ${perDay} invitation emails a day.`,
    },
  ];
  const waits = await countTowards(tx, refusals, now);
  const longest = refusals
    .map(({ message }, index) => ({ message, waitMs: waits[index] ?? 0 }))
    .reduce((a, b) => (b.waitMs > a.waitMs ? b : a));
  if (longest.waitMs > 0)
    throw new ServiceError(
      "@error/RateLimited",
      { retryAfterSeconds: Math.ceil(longest.waitMs / 1_000) },
      `${longest.message} Try again in ${inWords(longest.waitMs)}.`,
    );
}

/** A stored invitation. */
export interface SentInvitation {
  id: string;
  email: string;
  role: OperatorRole;
}

/**
 * Queues an email with a new link for an invitation, in the caller's transaction. Only the email
 * contains the link, and the queued email is encrypted.
 * @param invitation.system must be read before the transaction, which would otherwise need a second
 * connection
 * @throws RateLimited
 */
export async function sendInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  invitation: SentInvitation & { system: Tenancy },
): Promise<void> {
  const { id, email, role, system: tenancy } = invitation;
  await countInvitationEmail(ctx, tx, email);
  const system = { ...ctx, tenancy };
  const { link, expiresAt } = await createLink(
    system,
    { purpose: "invitation", tenancyId: ctx.tenancy.id, invitationId: id },
    tx,
  );
  const inviter =
    ctx.actor.kind === "operator"
      ? await tx.user.findUnique({
          where: { tenancyId_sub: { tenancyId: system.tenancy.id, sub: ctx.actor.id } },
          select: { email: true },
        })
      : null;
  const mail = {
    kind: "invitation" as const,
    tenancy: ctx.tenancy.name,
    inviter: inviter?.email ?? system.tenancy.name,
    role,
    link,
    untilMs: expiresAt,
  };
  await queueNotices(system, tx, { to: [email], mail, expiresAt });
}

/**
 * Emails an open invitation again and extends it by seven days. Links in earlier emails keep their
 * expiry. @throws NotFound · RateLimited
 */
export async function resendInvitation(ctx: TenancyContext, id: string): Promise<void> {
  const system = await getSystemTenancy(ctx);
  await ctx.db.$transaction(async (tx) => {
    const [sent] = await tx.operatorInvitation.updateManyAndReturn({
      where: { tenancyId: ctx.tenancy.id, id, acceptedAt: null, revokedAt: null },
      data: { expiresAt: new Date(ctx.clock.now() + lifetimes.invitationMs) },
      select: { id: true, email: true, role: true },
    });
    if (sent === undefined) throw new ServiceError("@error/NotFound");
    await sendInvitation(ctx, tx, { ...sent, system });
    await recordAudit(ctx, tx, {
      action: "operator.invited",
      target: { kind: "invitation", id },
      detail: "again",
    });
  });
  ctx.deliveries.wake();
}

async function revoke(
  ctx: TenancyContext,
  tx: Queryable,
  which: { id: string } | { invitedBy: string },
): Promise<number> {
  const open = { tenancyId: ctx.tenancy.id, acceptedAt: null, revokedAt: null };
  const revoked = await tx.operatorInvitation.updateManyAndReturn({
    where: { ...open, ...which },
    data: { revokedAt: new Date(ctx.clock.now()) },
    select: { id: true },
  });
  const ids = revoked.map(({ id }) => id);
  await recordAudit(ctx, tx, ...eventsAbout("invitation", ids, "operator.invitation-revoked"));
  return revoked.length;
}

/**
 * Revokes an invitation that was not accepted yet. Its links stop working immediately.
 * @throws NotFound
 */
export async function revokeInvitation(ctx: TenancyContext, id: string): Promise<void> {
  if ((await ctx.db.$transaction((tx) => revoke(ctx, tx, { id }))) === 0)
    throw new ServiceError("@error/NotFound");
}

/** Revokes all invitations that a former owner sent, in the caller's transaction. */
export async function revokeInvitationsBy(
  ctx: TenancyContext,
  tx: Queryable,
  sub: string,
): Promise<void> {
  await revoke(ctx, tx, { invitedBy: sub });
}
