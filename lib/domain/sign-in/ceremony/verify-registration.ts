import type { RegistrationSuccess, VerifyRegistration } from "@/lib/contract/registration";
import { consumeToken } from "@/lib/domain/access/one-time-token/consume-token";
import { requireLiveCaller } from "@/lib/domain/access/require-live-caller";
import { getSigningKey } from "@/lib/domain/access/signing-key/get-signing-key";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { promptMetric } from "@/lib/domain/base/metric";
import { requirePasskeyCapacity } from "@/lib/domain/passkey/assign-user-id";
import type { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { quarantineEnd, requireProof } from "@/lib/domain/passkey/guard/guard-new-passkey";
import { notifyOfPasskey, wakeNotices } from "@/lib/domain/passkey/guard/notify-of-passkey";
import { findPolicy, requestsAttestation } from "@/lib/domain/passkey/policy/find-policy";
import type { Policy, PolicyReason } from "@/lib/domain/passkey/policy/judge";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { prepareCode, type PreparedCode } from "@/lib/domain/sign-in/principal/prepare-code";
import { toBrowserSuccess } from "@/lib/domain/sign-in/principal/to-browser-success";
import { joinOrCreateUser } from "@/lib/domain/user/join-or-create-user";
import { lockEnabledUser } from "@/lib/domain/user/lock-user";
import { keepUserHandle } from "@/lib/domain/user/user-handle";
import { concerning, type ErrorSubject, ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { Prisma, type User } from "@/prisma/generated/client";
import { applyPolicyToRegistration, noteMonitored } from "./apply-policy";
import { attachmentOf } from "./attachment-of";
import {
  hasEmailboxProof,
  type HostedBinding,
  isProvedBy,
  RegistrationSession,
  requireSamePages,
} from "./ceremony-intent";
import { checkAttestation, type VerifiedCredential } from "./check-attestation";
import { embeddingOf } from "./check-client-data";

interface Outcome {
  session: RegistrationSession;
  credential: VerifiedCredential;
  transports: string[];
  passkeyId: string;
  code: PreparedCode;
  policy: Policy;
  attestationChain: ChainFacts | null;
  /** Who must get the passkey, if the hosted pages know that. */
  sub: string | undefined;
}

type Written = Pick<Registered, "user" | "quarantinedUntil">;

async function writeOutcome(
  ctx: TenancyContext,
  tx: Queryable,
  outcome: Outcome,
): Promise<Written> {
  const { session, credential, passkeyId, code } = outcome;
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  await requireLiveCaller(ctx, tx, code.apiKeyId);
  const emailProved = hasEmailboxProof(session);
  const user = await joinOrCreateUser(ctx, tx, { ...session, emailProved });
  // The user was erased or got another id since the options.
  if (outcome.sub !== undefined && user.sub !== outcome.sub)
    throw new ServiceError("@error/InvalidToken");
  await lockEnabledUser(ctx, tx, user.sub);
  const existing = await requirePasskeyCapacity(ctx, tx, user.sub);
  requireProof(ctx, { sub: user.sub, existing, isProved: isProvedBy(session, user.sub) });

  const quarantinedUntil = quarantineEnd(ctx, existing);
  const { attestationObject, clientDataHash, chain: _chain, ...columns } = credential;
  const isStored = requestsAttestation(ctx.tenancy, outcome.policy);
  const { count } = await tx.passkey.createMany({
    data: [
      {
        ...columns,
        attestationObject: isStored ? attestationObject : null,
        clientDataHash: isStored ? clientDataHash : null,
        attestationChain: outcome.attestationChain ?? Prisma.DbNull,
        tenancyId,
        id: passkeyId,
        sub: user.sub,
        rpId: session.rpId,
        userHandle: session.userHandle,
        transports: outcome.transports,
        username: session.username,
        displayName: session.displayName,
        quarantinedUntil,
        namedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    ],
    skipDuplicates: true,
  });
  if (count === 0) throw new ServiceError("@error/DuplicatePasskey");
  await keepUserHandle(ctx, tx, {
    sub: user.sub,
    rpId: session.rpId,
    userHandle: session.userHandle,
    openMs: lifetimes.ceremonyTimeoutMs,
  });
  const { hash, payload, codeChallenge, apiKeyId, createdAt, expiresAt } = code;
  await tx.oneTimeToken.create({
    data: {
      tenancyId,
      hash,
      kind: "code",
      payload,
      sub: user.sub,
      passkeyId,
      apiKeyId,
      codeChallenge,
      createdAt,
      expiresAt,
    },
  });
  await recordAudit(ctx, tx, {
    action: "passkey.registered",
    target: { kind: "passkey", id: passkeyId },
  });
  await notifyOfPasskey(ctx, tx, {
    user,
    passkeyId,
    provider: findPlatformName(credential.aaguid),
  });
  return { user, quarantinedUntil };
}

interface HostedPages extends HostedBinding {
  /** Consumes the binding's proof in the same transaction. */
  spendProof(tx: Queryable): Promise<void>;
  /** The user whom the proof names, who alone may get the passkey. */
  sub?: string;
}

interface Registered {
  code: PreparedCode;
  user: User;
  passkeyId: string;
  /** Until when the passkey can't sign in; null for immediately. */
  quarantinedUntil: Date | null;
  /** Why the policy would refuse the passkey; it only monitors. */
  monitored?: PolicyReason | undefined;
}

/** The user whom the session names, or a new user's email. */
const subjectOf = ({ userHandle, email }: RegistrationSession): ErrorSubject => ({
  userHandle,
  email: email === undefined ? undefined : parseEmail(email)?.normalized,
});

/**
 * Consumes the session, verifies the response (WebAuthn L3 §7.1), applies the passkey policy, and
 * writes user, passkey, code and audit events in one transaction.
 * @throws InvalidToken · VerificationFailed · DuplicatePasskey · DuplicateEmail · BadRequest when the
 * user has as many passkeys as allowed · InvalidTenancy when suspended in the meantime · Forbidden
 * when the user is disabled · ProofRequired when the user got a passkey since `authorize`
 */
export async function completeRegistration(
  ctx: TenancyContext,
  { sessionToken, response }: VerifyRegistration,
  hosted?: HostedPages,
): Promise<Registered> {
  const { payload, apiKeyId } = await consumeToken(ctx, "registrationSession", sessionToken);
  const session = RegistrationSession.parse(payload);
  const registered = await concerning(
    () => subjectOf(session),
    async () => {
      requireSamePages(session.hosted, hosted);
      const credential = await checkAttestation(ctx.tenancy, session, response);
      const policy = await findPolicy(ctx, ctx.db);
      const embedding = embeddingOf(response.response.clientDataJSON);
      const admitted = await applyPolicyToRegistration(ctx, policy, { credential, embedding });
      const { monitored, chain: attestationChain } = admitted;
      const passkeyId = ctx.createId();
      const code = prepareCode(ctx, {
        operation: "registration",
        userVerified: credential.userVerified,
        authenticatorAttachment: attachmentOf(response),
        codeChallenge: hosted?.codeChallenge,
        apiKeyId,
      });
      const transports = response.response.transports ?? [];
      const written = await ctx.db.$transaction(async (tx) => {
        await hosted?.spendProof(tx);
        return writeOutcome(ctx, tx, {
          session,
          credential,
          transports,
          passkeyId,
          code,
          policy,
          attestationChain,
          sub: hosted?.sub,
        });
      });
      return { code, ...written, passkeyId, monitored };
    },
  );
  const { user, passkeyId, monitored, code } = registered;
  const { authenticatorAttachment } = code.payload;
  wakeNotices(ctx);
  if (session.automatic !== true)
    ctx.activity.note(ctx.tenancy.id, promptMetric("registration", "succeeded"));
  noteEvent(ctx, "registration.succeeded", { sub: user.sub, passkeyId, authenticatorAttachment });
  noteMonitored(ctx, "registration.monitored", { sub: user.sub, passkeyId, reason: monitored });
  return registered;
}

/** Verifies a registration on one of the tenancy's own pages. @throws as completeRegistration */
export async function verifyRegistration(
  ctx: TenancyContext,
  body: VerifyRegistration,
): Promise<RegistrationSuccess> {
  const key = await getSigningKey(ctx);
  return {
    _tag: "RegistrationSuccess",
    ...(await toBrowserSuccess(ctx, key, await completeRegistration(ctx, body))),
  };
}
