import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { consumeCode, type ConsumedCode } from "@/lib/domain/sign-in/principal/consume-code";
import { ServiceError } from "@/lib/errors";

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

/** The purpose of a step-up ceremony of a signed-in operator. */
export const stepUpPurpose = "console-step-up";

interface Expected {
  /** Either operation if absent. */
  operation?: ConsumedCode["payload"]["operation"];
  purpose?: typeof stepUpPurpose;
}

/** A consumed code of a passkey ceremony. */
export type ProvedPasskey = ConsumedCode & { passkeyId: string };

/**
 * Consumes the code of a passkey ceremony in the system tenancy.
 * @throws InvalidCode for another operation or purpose · Forbidden without user verification
 */
export async function provePasskey(
  ctx: TenancyContext,
  tx: Queryable,
  code: string,
  expected: Expected,
): Promise<ProvedPasskey> {
  const spent = await consumeCode(ctx, code, {
    transaction: tx,
  });
  const { operation, purpose, userVerified } = spent.payload;
  if ((expected.operation ?? operation) !== operation || purpose !== expected.purpose)
    throw new ServiceError("@error/InvalidCode");
  if (!userVerified)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The console requires a passkey with fingerprint, face or PIN.",
    );
  const { passkeyId } = spent;
  if (passkeyId === null) throw new ServiceError("@error/InvalidCode");
  return { ...spent, passkeyId };
}

/** Returns when an operator's passkey becomes trusted (ms). Null if the console never added it. */
export async function findTrustedFrom(
  ctx: TenancyContext,
  tx: Queryable,
  passkeyId: string,
): Promise<number | null> {
  const found = await tx.operatorPasskey.findUnique({
    where: { tenancyId_passkeyId: { tenancyId: ctx.tenancy.id, passkeyId } },
  });
  return found?.trustedFrom.getTime() ?? null;
}

/** Adds a passkey to the console, trusted from a given time (ms). */
export async function trustPasskey(
  ctx: TenancyContext,
  tx: Queryable,
  { passkeyId, fromMs }: { passkeyId: string; fromMs: number },
): Promise<void> {
  await tx.operatorPasskey.create({
    data: { tenancyId: ctx.tenancy.id, passkeyId, trustedFrom: new Date(fromMs) },
  });
}
