import { lifetimes } from "@/lib/config";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import { authorizeRegistration } from "@/lib/domain/ceremony/authorize-registration";
import type { TenancyContext } from "@/lib/domain/context";
import { queueNotices } from "@/lib/domain/email/queue-notices";
import { ServiceError } from "@/lib/errors";
import { findOwnersToTell } from "./find-owners-to-tell";
import { stepUpUntil, type OperatorSession } from "./find-session";
import { asOperator } from "./operator-context";
import { provePasskey } from "./prove-passkey";
import { trustPasskey } from "./trusted-passkey";

/** Whoever came with a passkey proves themselves with it before they add another one. */
export const mustStepUpToAdd = (session: OperatorSession, now: number): boolean => session.signIn === "passkey" && stepUpUntil(session) <= now;

/** A token for making one more passkey of the operator's own. @throws BadRequest over the cap */
export async function authorizeOwnPasskey(ctx: TenancyContext, { sub, email }: OperatorSession): Promise<{ registrationToken: string }> {
  const { registrationToken } = await authorizeRegistration(asOperator(ctx, sub), { username: email, userId: sub, userVerification: "required" });
  return { registrationToken };
}

/**
 * Takes a passkey that was just made for the console: one made in a session that stepped up counts at once, one made
 * after a sign-in by code a day later, and all owners hear of it.
 * @returns from when on it counts (ms)
 * @throws InvalidCode for another ceremony's or somebody else's · Forbidden without a step-up after a sign-in by passkey
 */
export async function addOwnPasskey(ctx: TenancyContext, session: OperatorSession, code: string): Promise<{ trustedFromMs: number }> {
  const now = ctx.clock.now();
  if (mustStepUpToAdd(session, now)) throw new ServiceError("@error/Forbidden", undefined, "Use your passkey once more to do this.");
  const isTrusted = stepUpUntil(session) > now;
  const trustedFromMs = isTrusted ? now : now + lifetimes.passkeyTrustMs;
  await ctx.db.$transaction(async (tx) => {
    const { sub, passkeyId } = await provePasskey(ctx, tx, code, { operation: "registration" });
    if (sub !== session.sub) throw new ServiceError("@error/InvalidCode");
    await trustPasskey(ctx, tx, { passkeyId, fromMs: trustedFromMs });
    await recordAudit(asOperator(ctx, sub), tx, { action: "operator.passkey-added", target: { kind: "passkey", id: passkeyId }, detail: isTrusted ? "counts" : "waits" });
    if (!isTrusted)
      await queueNotices(ctx, tx, { to: await findOwnersToTell(ctx, tx, session), mail: { kind: "new-passkey", person: session.email, untilMs: trustedFromMs }, expiresAt: trustedFromMs });
  });
  if (!isTrusted) ctx.mail.wake();
  return { trustedFromMs };
}
