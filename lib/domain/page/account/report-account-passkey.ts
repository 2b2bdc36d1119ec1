import { endAccountSessions } from "@/lib/domain/access/end-account-sessions";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { sendCode, type SentCode } from "@/lib/domain/page/hosted/send-code";
import {
  disabledAs,
  endReportedPasskey,
  reportByMailbox,
  type ReportOutcome,
} from "@/lib/domain/passkey/report-by-mailbox";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { isServiceError, ServiceError } from "@/lib/errors";
import type { AccountContext } from "./account-request";
import { accessOf, type AccountSession, lockAccountSession, ownsEmail } from "./account-session";
import { AccountRefusal } from "./decide-account-access";

/** `last`: it was disabled, and the user has no other enabled passkey. */
type Reported = "disabled" | "last" | "recorded";

/** Disables a passkey in a session that a passkey confirmed. @throws AccountRefusal · Forbidden · NotFound */
async function disableByPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  session: AccountSession,
  passkeyId: string,
): Promise<Reported> {
  const { sub } = session;
  const verdict = accessOf(ctx, session, "change");
  if (verdict !== "allowed") throw new AccountRefusal(verdict, sub);
  const isLast = session.enabledPasskeys === 1;
  const { count } = await tx.passkey.updateMany({
    where: { tenancyId: ctx.tenancy.id, sub, id: passkeyId, disabledAt: null },
    data: disabledAs("user", new Date(ctx.clock.now())),
  });
  if (count === 0) throw new ServiceError("@error/NotFound");
  if (isLast && !ownsEmail(session))
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This is your last way to sign in. Add another passkey first.",
    ).about({ sub, passkeyId });
  await endReportedPasskey(ctx, tx, passkeyId);
  await recordAudit(ctx, tx, {
    action: "passkey.reported",
    target: { kind: "passkey", id: passkeyId },
  });
  return isLast ? "last" : "disabled";
}

async function report(
  ctx: TenancyContext,
  tx: Queryable,
  { hash, sub }: AccountSession,
  passkeyId: string,
): Promise<Reported> {
  // Locks the user and all passkeys: of two reports at once, the second counts what is left.
  const session = await lockAccountSession(ctx, tx, { hash, sub });
  const outcome =
    session.passkeyId === null
      ? await reportByMailbox(ctx, tx, { sub, passkeyId })
      : await disableByPasskey(ctx, tx, session, passkeyId);
  if (outcome !== "recorded") await endAccountSessions(ctx, tx, { sub });
  return outcome;
}

/**
 * Reports one of the user's passkeys that they didn't use or add. A session with a passkey disables it.
 * One with an emailed code does where `reportByMailbox` allows it, else the report is recorded for
 * operators. Disabling ends all the user's sessions on the account page, this one included. After the
 * last passkey, sends a code that signs in again.
 * @returns the outcome, and after the last passkey the code to enter, unless none could be sent
 * @throws InvalidToken when the session has ended · Forbidden, also for the last way to sign in ·
 * NotFound
 */
export async function reportAccountPasskey(
  ctx: AccountContext,
  session: AccountSession,
  { passkeyId, browserCookie }: { passkeyId: string; browserCookie?: string | undefined },
): Promise<{ outcome: ReportOutcome } & Partial<SentCode>> {
  const reported = await ctx.db.$transaction((tx) => report(ctx, tx, session, passkeyId));
  if (reported !== "last") return { outcome: reported };
  const { email } = session;
  try {
    const sent = await sendCode(ctx, { page: "sign-in", email, browserCookie });
    return { outcome: "disabled", ...sent };
  } catch (error) {
    // The report stands. The sign-in can send a code later.
    if (isServiceError(error)) return { outcome: "disabled" };
    throw error;
  }
}
