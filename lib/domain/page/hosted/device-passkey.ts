// A passkey for this device, after a sign-in with a phone or a security key:
// 1. `offerDevicePasskey` issues a proof of the sign-in
// 2. `createDevicePasskeyOptions` reads it and begins a registration for the signed-in user
// 3. `registerDevicePasskey` consumes it with the passkey, or `declineDevicePasskey` without one
import { z } from "zod";
import type { RegistrationOptions, VerifyRegistration } from "@/lib/contract/registration";
import {
  consumeTokenStatement,
  isLiveToken,
} from "@/lib/domain/access/one-time-token/consume-token";
import { issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable } from "@/lib/domain/base/context";
import { beginRegistration } from "@/lib/domain/sign-in/ceremony/create-registration-options";
import { completeRegistration } from "@/lib/domain/sign-in/ceremony/verify-registration";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { bindingOf, type HostedContext } from "./hosted-request";
import { nameOfProof } from "./mailbox-proof";

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
async function issueDeviceProof(
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
const readDeviceProof = (ctx: HostedContext, proof: string): Promise<DeviceProof> =>
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
const consumeDeviceProof = (
  ctx: HostedContext,
  tx: Queryable,
  proof: string,
): Promise<DeviceProof> =>
  requireProof(tx, consumeTokenStatement(scopeOf(ctx), "hostedDeviceProof", proof, isUsable(ctx)));

/**
 * Issues the proof that lets a signed-in visitor add a passkey for this device. Undefined if the
 * tenancy requires an emailed code for that, or if the user has no room for a passkey.
 */
export async function offerDevicePasskey(
  ctx: HostedContext,
  signIn: { sub: string; passkeyId: string },
): Promise<string | undefined> {
  const { tenancy } = ctx;
  if (tenancy.requireProofToAddPasskey) return undefined;
  const passkeys = await ctx.db.passkey.count({
    where: { tenancyId: tenancy.id, sub: signIn.sub },
  });
  return passkeys < tenancy.passkeysPerUser ? issueDeviceProof(ctx, signIn) : undefined;
}

/**
 * Creates creation options for the signed-in user, which suggest this device. The passkey gets the
 * names of the one that signed in.
 * @throws InvalidToken · ProofRequired when the tenancy began to require a code · BadRequest when the
 * user has as many passkeys as allowed
 */
export async function createDevicePasskeyOptions(
  ctx: HostedContext,
  proof: string,
): Promise<RegistrationOptions> {
  const { sub, passkeyId } = await readDeviceProof(ctx, proof);
  const { tenancy, rpId } = ctx;
  const used = await ctx.db.passkey.findFirst({
    where: { tenancyId: tenancy.id, id: passkeyId, sub },
    select: { username: true, displayName: true, user: { select: { userId: true } } },
  });
  if (used === null) throw new ServiceError("@error/InvalidToken");
  const { username, displayName, user } = used;
  const intent = {
    selfService: false,
    userId: user.userId ?? sub,
    username,
    displayName,
    rpId,
    rpName: tenancy.rpName,
    userVerification: "required" as const,
    excludeCredentials: [],
    timeoutMs: lifetimes.ceremonyTimeoutMs,
    hints: ["client-device"],
  };
  return beginRegistration(ctx, intent, {
    apiKeyId: null,
    hosted: { ...bindingOf(ctx), deviceProof: nameOfProof(proof) },
  });
}

/**
 * Registers the passkey and consumes the proof in one transaction. The visitor returns with the code
 * of the sign-in, so this one's is never revealed.
 * @throws as completeRegistration · InvalidToken
 */
export async function registerDevicePasskey(
  ctx: HostedContext,
  { deviceProof, ...body }: VerifyRegistration & { deviceProof: string },
): Promise<void> {
  const { sub } = await readDeviceProof(ctx, deviceProof);
  await completeRegistration(ctx, body, {
    ...bindingOf(ctx),
    deviceProof: nameOfProof(deviceProof),
    sub,
    spendProof: async (tx) => void (await consumeDeviceProof(ctx, tx, deviceProof)),
  });
}

/** Ends the offer. @returns the user who declined @throws InvalidToken */
export async function declineDevicePasskey(ctx: HostedContext, proof: string): Promise<string> {
  const { sub } = await consumeDeviceProof(ctx, ctx.db, proof);
  return sub;
}
