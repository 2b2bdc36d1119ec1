import { endAccountSessions } from "@/lib/domain/account-session/end-account-sessions";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { sendCode, type SentCode } from "@/lib/domain/hosted/send-code";
import { addedAtOf } from "@/lib/domain/passkey/added-at-of";
import { isServiceError, ServiceError } from "@/lib/errors";
import type { AccountContext } from "./account-request";
import { accessOf, type AccountSession, lockAccountSession } from "./account-session";
import { AccountRefusal, mayReportByCode } from "./decide-account-access";

interface Reported {
  /** Whether the user has no other enabled passkey. */
  isLast: boolean;
}

/** @throws AccountRefusal · NotFound for a passkey of another user, or a disabled one */
async function requireReportable(
  ctx: TenancyContext,
  tx: Queryable,
  session: AccountSession,
  passkeyId: string,
): Promise<void> {
  const rows = await tx.passkey.findMany({
    where: { tenancyId: ctx.tenancy.id, sub: session.sub, disabledAt: null },
    select: { id: true, createdAt: true, movedAt: true },
  });
  const enabled = rows.map((row) => ({ id: row.id, addedAt: addedAtOf(row) }));
  const reported = enabled.find(({ id }) => id === passkeyId);
  if (reported === undefined) throw new ServiceError("@error/NotFound");
  const verdict = accessOf(ctx, session, "change");
  if (verdict === "allowed") return;
  if (session.passkeyId !== null || !mayReportByCode(reported, enabled, ctx.clock.now()))
    throw new AccountRefusal(verdict, session.sub);
}

async function disable(
  ctx: TenancyContext,
  tx: Queryable,
  { hash, sub }: AccountSession,
  passkeyId: string,
): Promise<Reported> {
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  // Locks the user and all passkeys: of two reports at once, the second counts what is left.
  const session = await lockAccountSession(ctx, tx, { hash, sub });
  await requireReportable(ctx, tx, session, passkeyId);
  const isLast = session.enabledPasskeys === 1;
  if (isLast && !session.emailVerified)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This is your last way to sign in. Add another passkey first.",
    ).about({ sub, passkeyId });
  await tx.passkey.updateMany({
    where: { tenancyId, sub, id: passkeyId },
    data: { disabledAt: now, disabledReason: "Reported by the user", updatedAt: now },
  });
  await tx.oneTimeToken.updateMany({
    where: { tenancyId, passkeyId, consumedAt: null, kind: { in: ["code", "passkeyReport"] } },
    data: { consumedAt: now },
  });
  await endAccountSessions(ctx, tx, { sub });
  await recordAudit(ctx, tx, {
    action: "passkey.reported",
    target: { kind: "passkey", id: passkeyId },
  });
  return { isLast };
}

/**
 * Disables one of the user's passkeys that they didn't use or add, and ends all their sessions on the
 * account page, this one included. On the last passkey, sends a code that signs in again.
 * @returns the code to enter; undefined if other passkeys are left, or no code could be sent
 * @throws InvalidToken when the session has ended · Forbidden, also for the last way to sign in ·
 * NotFound
 */
export async function reportAccountPasskey(
  ctx: AccountContext,
  session: AccountSession,
  { passkeyId, browserCookie }: { passkeyId: string; browserCookie?: string | undefined },
): Promise<SentCode | undefined> {
  const { isLast } = await ctx.db.$transaction((tx) => disable(ctx, tx, session, passkeyId));
  if (!isLast) return undefined;
  try {
    return await sendCode(ctx, { page: "sign-in", email: session.email, browserCookie });
  } catch (error) {
    // The report stands. The sign-in can send a code later.
    if (isServiceError(error)) return undefined;
    throw error;
  }
}
