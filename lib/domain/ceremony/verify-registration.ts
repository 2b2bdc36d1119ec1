import type { RegistrationSuccess, VerifyRegistration } from "@/lib/contract/registration";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { consumeToken } from "@/lib/domain/one-time-token/consume-token";
import { prepareCode, type PreparedCode } from "@/lib/domain/principal/prepare-code";
import { toBrowserSuccess } from "@/lib/domain/principal/to-browser-success";
import { getSigningKey } from "@/lib/domain/signing-key/get-signing-key";
import { joinOrCreateUser } from "@/lib/domain/user/join-or-create-user";
import { reserveUserHandle } from "@/lib/domain/user/reserve-user-handle";
import { ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { checkAttestation, type VerifiedCredential } from "./check-attestation";
import { refuseOverCap } from "@/lib/domain/passkey/refuse-over-cap";
import { RegistrationSession } from "./registration-intent";

interface Outcome {
  session: RegistrationSession;
  credential: VerifiedCredential;
  transports: string[];
  passkeyId: string;
  code: PreparedCode;
  apiKeyId: string | null;
}

/** Asks again, at the last moment, what `options` relied on; the rows stay locked until the passkey is written. */
async function requireLiveCaller(ctx: TenancyContext, tx: Queryable, apiKeyId: string | null): Promise<void> {
  const tenancies = await tx.$queryRaw<unknown[]>`SELECT 1 FROM "Tenancy" WHERE "id" = ${ctx.tenancy.id} AND "suspendedAt" IS NULL FOR SHARE`;
  if (tenancies.length === 0) throw new ServiceError("@error/InvalidTenancy");
  if (apiKeyId === null) return;
  const keys = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "ApiKey" WHERE "tenancyId" = ${ctx.tenancy.id} AND "id" = ${apiKeyId} AND "revokedAt" IS NULL AND "lockedAt" IS NULL FOR SHARE`;
  if (keys.length === 0) throw new ServiceError("@error/InvalidToken");
}

/** The lock on the user's row makes the passkey cap exact. */
async function lockEnabledUser(ctx: TenancyContext, tx: Queryable, sub: string): Promise<void> {
  const users = await tx.$queryRaw<{ disabledAt: Date | null }[]>`
    SELECT "disabledAt" FROM "User" WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} FOR UPDATE`;
  if (users[0]?.disabledAt !== null) throw new ServiceError("@error/Forbidden", undefined, "This user is disabled.");
}

async function writeOutcome(ctx: TenancyContext, tx: Queryable, outcome: Outcome): Promise<User> {
  const { session, credential, passkeyId, code } = outcome;
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  await requireLiveCaller(ctx, tx, outcome.apiKeyId);
  const user = await joinOrCreateUser(ctx, tx, session);
  await lockEnabledUser(ctx, tx, user.sub);
  await refuseOverCap(ctx, tx, user.sub);

  const { attestationObject, ...columns } = credential;
  const { count } = await tx.passkey.createMany({
    data: [
      {
        ...columns,
        attestationObject: ctx.tenancy.attestation === "direct" ? attestationObject : null,
        tenancyId,
        id: passkeyId,
        sub: user.sub,
        rpId: session.rpId,
        userHandle: session.userHandle,
        transports: outcome.transports,
        username: session.username,
        displayName: session.displayName,
        namedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) throw new ServiceError("@error/DuplicatePasskey");
  await reserveUserHandle(ctx, tx, user.sub, session.rpId, session.userHandle);
  const { hash, payload, createdAt, expiresAt } = code;
  await tx.oneTimeToken.create({ data: { tenancyId, hash, kind: "code", payload, sub: user.sub, passkeyId, createdAt, expiresAt } });
  await recordAudit(ctx, tx, { action: "passkey.registered", target: { kind: "passkey", id: passkeyId } });
  return user;
}

/**
 * Spends the session, verifies the response (WebAuthn L3 §7.1) and writes user, passkey, code and audit events together
 * or not at all.
 * @throws InvalidToken · VerificationFailed · DuplicatePasskey · DuplicateEmail · BadRequest over the passkey cap ·
 *   InvalidTenancy when suspended meanwhile · Forbidden when the user is disabled
 */
export async function verifyRegistration(ctx: TenancyContext, body: VerifyRegistration): Promise<RegistrationSuccess> {
  const { payload, apiKeyId } = await consumeToken(ctx, "registrationSession", body.sessionToken);
  const session = RegistrationSession.parse(payload);
  const credential = await checkAttestation(ctx.tenancy, session, body.response);
  const key = await getSigningKey(ctx);
  const passkeyId = ctx.createId();
  const code = prepareCode(ctx, { operation: "registration", userVerified: credential.userVerified });
  const outcome = { session, credential, transports: body.response.response.transports ?? [], passkeyId, code, apiKeyId };
  const user = await ctx.db.$transaction((tx) => writeOutcome(ctx, tx, outcome));
  return { _tag: "RegistrationSuccess", ...(await toBrowserSuccess(ctx, key, { code, user, passkeyId })) };
}
