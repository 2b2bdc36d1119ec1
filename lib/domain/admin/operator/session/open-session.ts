import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import { asOperator } from "@/lib/domain/admin/operator/operator-context";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";

const userAgentCharacters = 200;

export interface NewSession {
  sub: string;
  signIn: "passkey" | "code";
  passkeyId: string | null;
  /** Whether the sign-in used a trusted passkey. The session then starts with a fresh passkey. */
  isSteppedUp: boolean;
}

/**
 * Creates an operator session in the caller's transaction.
 * @returns the session cookie's value. The database stores only its hash.
 */
export async function openSession(
  ctx: TenancyContext,
  tx: Queryable,
  { isSteppedUp, ...session }: NewSession,
): Promise<string> {
  const value = createSecretValue();
  const now = new Date(ctx.clock.now());
  const { address = null, userAgent } = ctx.client;
  await tx.operatorSession.create({
    data: {
      ...session,
      tenancyId: ctx.tenancy.id,
      id: ctx.createId(),
      hash: hashSecretValue(value),
      address,
      userAgent: userAgent?.slice(0, userAgentCharacters) ?? null,
      createdAt: now,
      lastSeenAt: now,
      steppedUpAt: isSteppedUp ? now : null,
    },
  });
  const action = session.signIn === "passkey" ? "operator.signed-in" : "operator.signed-in-by-code";
  await recordAudit(asOperator(ctx, session.sub), tx, {
    action,
    target: { kind: "operator", id: session.sub },
  });
  return value;
}
