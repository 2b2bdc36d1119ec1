// A passkey for this device, after a sign-in with a phone or a security key:
// 1. `offerDevicePasskey` issues a proof of the sign-in
// 2. `createDevicePasskeyOptions` reads it and begins a registration for the signed-in user
// 3. `registerDevicePasskey` consumes it with the passkey, or `declineDevicePasskey` without one

import type { RegistrationOptions, VerifyRegistration } from "@/lib/contract/registration";
import { beginRegistration } from "@/lib/domain/sign-in/ceremony/create-registration-options";
import { completeRegistration } from "@/lib/domain/sign-in/ceremony/verify-registration";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { consumeDeviceProof, issueDeviceProof, readDeviceProof } from "./device-proof";
import { bindingOf, type HostedContext } from "./hosted-request";
import { nameOfProof } from "./mailbox-proof";

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
