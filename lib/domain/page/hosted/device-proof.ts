import { z } from "zod";
import {
  consumeTokenStatement,
  isLiveToken,
} from "@/lib/domain/access/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { HostedContext } from "./hosted-request";

/**
 * States that a visitor of a hosted page signed in with a passkey of another device, so that they may
 * add one for this device. It never signs in.
 */
const DeviceProof = z.object({
  /** The PKCE challenge of the hosted request that the proof belongs to. */
  codeChallenge: z.string(),
  sub: z.string(),
  /** The passkey that signed in. */
  passkeyId: z.string(),
});
type DeviceProof = z.infer<typeof DeviceProof>;

/** Issues the proof, valid only in the same hosted request. */
export async function issueDeviceProof(
  ctx: HostedContext,
  signIn: Omit<DeviceProof, "codeChallenge">,
): Promise<string> {
  const payload: DeviceProof = { ...signIn, codeChallenge: ctx.request.codeChallenge };
  const { token } = await issueToken(ctx, {
    kind: "hostedDeviceProof",
    payload,
    lifetimeMs: lifetimes.hostedProofMs,
    apiKeyId: null,
    passkeyId: signIn.passkeyId,
  });
  return token;
}

const scopeOf = (ctx: HostedContext) => ({
  tenancyId: ctx.tenancy.id,
  now: new Date(ctx.clock.now()),
});

/** Whether token `o` is of this request, and its passkey still signs its user in. */
const isUsable = (ctx: HostedContext) => Prisma.sql`
  o."payload"->>'codeChallenge' = ${ctx.request.codeChallenge} AND EXISTS (
    SELECT 1 FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
    WHERE p."tenancyId" = ${ctx.tenancy.id} AND p."id" = o."payload"->>'passkeyId'
      AND p."sub" = o."payload"->>'sub' AND p."disabledAt" IS NULL AND u."disabledAt" IS NULL
      AND (p."quarantinedUntil" IS NULL OR p."quarantinedUntil" <= ${new Date(ctx.clock.now())}))`;

const Row = z.object({ payload: DeviceProof });

/** @throws InvalidToken without a row */
async function requireProof(tx: Queryable, statement: Prisma.Sql): Promise<DeviceProof> {
  const [row] = await tx.query(Row)(statement);
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return row.payload;
}

/**
 * Reads a proof without consuming it, so that a visitor may retry a cancelled prompt.
 * @throws InvalidToken when it is unknown, expired, used or of another request, or its passkey or user
 * can't sign in any more
 */
export const readDeviceProof = (ctx: HostedContext, proof: string): Promise<DeviceProof> =>
  requireProof(
    ctx.db,
    Prisma.sql`
      SELECT o."payload" FROM "OneTimeToken" o
      WHERE ${isLiveToken(scopeOf(ctx), "hostedDeviceProof", proof)} AND ${isUsable(ctx)}`,
  );

/**
 * Consumes a proof, in the transaction that adds its passkey or alone. Of several concurrent uses one
 * succeeds.
 * @throws as readDeviceProof
 */
export const consumeDeviceProof = (
  ctx: HostedContext,
  tx: Queryable,
  proof: string,
): Promise<DeviceProof> =>
  requireProof(tx, consumeTokenStatement(scopeOf(ctx), "hostedDeviceProof", proof, isUsable(ctx)));
