import { z } from "zod";
import { type OperatorSession, strengthOf } from "@/lib/domain/admin/operator/session/find-session";
import { provePasskey, trustPasskey } from "@/lib/domain/admin/operator/session/open-session";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { authorizeRegistration } from "@/lib/domain/sign-in/ceremony/authorize-registration";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";

/**
 * Finds the email addresses to notify about a change to an operator's account: the installation's
 * owners, the owners of the operator's tenancies, and the operator.
 * @param ctx of the system tenancy
 */
async function findOwnersToNotify(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, email }: { sub: string; email: string },
): Promise<string[]> {
  // Raw: one statement instead of three, because operators have no relation to users.
  const rows = await tx.query(z.object({ email: z.string() }))`
    SELECT DISTINCT u."email"
    FROM "Operator" o JOIN "User" u ON u."tenancyId" = ${ctx.tenancy.id} AND u."sub" = o."sub"
    WHERE o."role" = 'owner' AND u."disabledAt" IS NULL AND u."email" <> ''
      AND (o."tenancyId" = ${ctx.tenancy.id} OR o."tenancyId" IN (
        SELECT own."tenancyId" FROM "Operator" own WHERE own."sub" = ${sub}))`;
  return [...new Set([...rows.map((row) => row.email), email])];
}

/** Authorizes the operator to register another passkey. @throws BadRequest over the passkey cap */
export async function authorizeOwnPasskey(
  ctx: TenancyContext,
  { sub, email }: OperatorSession,
): Promise<{ registrationToken: string }> {
  const { registrationToken } = await authorizeRegistration(asOperator(ctx, sub), {
    username: email,
    userId: sub,
    userVerification: "required",
  });
  return { registrationToken };
}

/**
 * Adds a newly registered passkey to the operator's console account. A session with a fresh passkey
 * makes it trusted immediately. A code session makes it trusted a day later, and all owners get an
 * email.
 * @returns when it becomes trusted (ms)
 * @throws InvalidCode for a code of another ceremony or another operator · Forbidden in a passkey
 * session without a fresh passkey
 */
export async function addOwnPasskey(
  ctx: TenancyContext,
  session: OperatorSession,
  code: string,
): Promise<{ trustedFromMs: number }> {
  const now = ctx.clock.now();
  const strength = strengthOf(session, now);
  if (strength === "passkey")
    throw new ServiceError("@error/Forbidden", undefined, "Confirm with your passkey to do this.");
  const isTrusted = strength === "fresh-passkey";
  const trustedFromMs = isTrusted ? now : now + lifetimes.passkeyTrustMs;
  await ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "registration" });
    if (sub !== session.sub) throw new ServiceError("@error/InvalidCode");
    await trustPasskey(ctx, tx, { passkeyId, fromMs: trustedFromMs });
    await recordAudit(asOperator(ctx, sub), tx, {
      action: "operator.passkey-added",
      target: { kind: "passkey", id: passkeyId },
      detail: isTrusted ? "counts" : "waits",
    });
    if (!isTrusted)
      await queueNotices(ctx, tx, {
        to: await findOwnersToNotify(ctx, tx, session),
        mail: { kind: "new-passkey", person: session.email, untilMs: trustedFromMs },
        expiresAt: trustedFromMs,
      });
  });
  if (!isTrusted) ctx.deliveries.wake();
  return { trustedFromMs };
}
