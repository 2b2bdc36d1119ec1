import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { addedAtOf } from "./added-at-of";

/** How long after its addition a reader of the mailbox may disable a passkey, in ms (contract §11). */
const reportableMs = 7 * 24 * 60 * 60 * 1_000;

/** `recorded`: the passkey stays enabled, and an operator decides. */
export type ReportOutcome = "disabled" | "recorded";

/**
 * Whether mailbox access alone may disable an enabled passkey: it was added within a week, and the user
 * has an older one. A thief of the mailbox can therefore disable neither the owner's only passkey nor,
 * after planting another, the owner's oldest.
 * @param enabled the user's enabled passkeys
 */
export const mayDisableByMailbox = (
  reported: { addedAt: number },
  enabled: readonly { addedAt: number }[],
  now: number,
): boolean =>
  reported.addedAt > now - reportableMs &&
  enabled.some(({ addedAt }) => addedAt < reported.addedAt);

/**
 * The passkeys `p` that keep an emailed code from changing their user's account: the enabled ones, and
 * those that mailbox access disabled within a week. Otherwise a thief of the mailbox disables passkeys
 * first, and then recovers the account.
 */
export const guardsAccount = (p: Prisma.Sql, now: number): Prisma.Sql => Prisma.sql`
  (${p}."disabledAt" IS NULL
    OR ${p}."disabledBy" = 'mailbox' AND ${p}."disabledAt" > ${new Date(now - reportableMs)})`;

/** What is written to a passkey that is disabled. */
export const disabledAs = (by: "mailbox" | "user", now: Date) => ({
  disabledAt: now,
  disabledReason: "Reported by the user",
  disabledBy: by,
  reportedAt: null,
  updatedAt: now,
});

/**
 * Ends the passkey's sessions on the account page, its codes and the links that report it. They stay
 * ended after it is enabled again.
 */
export async function endReportedPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  passkeyId: string,
): Promise<void> {
  const { tenancy, clock } = ctx;
  await endAccountSessions(ctx, tx, { passkeyIds: [passkeyId] });
  await tx.oneTimeToken.updateMany({
    where: {
      tenancyId: tenancy.id,
      passkeyId,
      consumedAt: null,
      kind: { in: ["code", "passkeyReport"] },
    },
    data: { consumedAt: new Date(clock.now()) },
  });
}

/**
 * Reports a passkey with mailbox access alone: a notice's link, or a session by an emailed code.
 * Disables it if `mayDisableByMailbox`, else records the report for operators. The first recorded report
 * ends the passkey's sessions on the account page. Further ones change nothing, so that a thief of the
 * mailbox can't keep the owner out of the page. Call it while the user and their passkeys are locked.
 * @throws NotFound for a passkey of another user, or a disabled one
 */
export async function reportByMailbox(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, passkeyId }: { sub: string; passkeyId: string },
): Promise<ReportOutcome> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const rows = await tx.passkey.findMany({
    where: { tenancyId, sub, disabledAt: null },
    select: { id: true, createdAt: true, movedAt: true },
  });
  const enabled = rows.map((row) => ({ id: row.id, addedAt: addedAtOf(row) }));
  const reported = enabled.find(({ id }) => id === passkeyId);
  if (reported === undefined) throw new ServiceError("@error/NotFound");
  const target = { kind: "passkey", id: passkeyId } as const;
  if (mayDisableByMailbox(reported, enabled, now.getTime())) {
    await tx.passkey.updateMany({
      where: { tenancyId, sub, id: passkeyId },
      data: disabledAs("mailbox", now),
    });
    await endReportedPasskey(ctx, tx, passkeyId);
    await recordAudit(ctx, tx, { action: "passkey.reported", target });
    return "disabled";
  }
  const { count } = await tx.passkey.updateMany({
    where: { tenancyId, sub, id: passkeyId, reportedAt: null },
    data: { reportedAt: now, updatedAt: now },
  });
  if (count === 0) return "recorded";
  await endAccountSessions(ctx, tx, { passkeyIds: [passkeyId] });
  await recordAudit(ctx, tx, { action: "passkey.report-recorded", target });
  return "recorded";
}
