import type { TenancyContext } from "@/lib/domain/context";
import { findMetadata } from "@/lib/domain/metadata/find-metadata";
import { findPolicy } from "@/lib/domain/passkey-policy/find-policy";
import { isAnchored } from "@/lib/domain/passkey-policy/is-anchored";
import {
  judge,
  type CeremonyFacts,
  type PasskeyFacts,
  type Policy,
  type PolicyReason,
} from "@/lib/domain/passkey-policy/judge";
import { toFacts } from "@/lib/domain/passkey-policy/stored-facts";
import { chainOf } from "@/lib/domain/attestation/attestation-object";
import { noteEvent } from "@/lib/domain/timeline/note-event";
import { ServiceError } from "@/lib/errors";
import type { VerifiedCredential } from "./check-attestation";
import type { VerifiedAssertion } from "./check-assertion";
import { verificationFailed } from "./verification-failed";

/** Returns the first reason in `monitor`. @throws VerificationFailed with it in `enforce` */
async function apply(
  ctx: TenancyContext,
  policy: Policy,
  judged: { passkey: PasskeyFacts; ceremony: CeremonyFacts },
): Promise<PolicyReason | undefined> {
  const metadata = policy.rules.metadata ? await findMetadata(ctx) : null;
  const now = new Date(ctx.clock.now());
  const [reason] = judge(policy, judged, { metadata, now, isAnchored });
  if (reason !== undefined && policy.rules.mode === "enforce") throw verificationFailed(reason);
  return reason;
}

/** Records in the timeline that `enforce` would have refused. The timeline bounds the events. */
export function noteMonitored(
  ctx: TenancyContext,
  kind: "registration.monitored" | "sign-in.monitored",
  { reason, ...subject }: { sub: string; passkeyId: string; reason: PolicyReason | undefined },
): void {
  if (reason === undefined) return;
  noteEvent(ctx, kind, { ...subject, reason: `VerificationFailed.${reason}` });
  ctx.activity.note(ctx.tenancy.id, `monitored.${reason}`);
}

type Embedding = Omit<CeremonyFacts, "userVerified">;

/**
 * Applies the tenancy's policy to a new passkey, before anything is written.
 * @returns in `monitor`, why `enforce` would refuse it
 * @throws VerificationFailed in `enforce`
 */
export async function applyPolicyToRegistration(
  ctx: TenancyContext,
  policy: Policy,
  { credential, embedding }: { credential: VerifiedCredential; embedding: Embedding },
): Promise<PolicyReason | undefined> {
  if (policy.rules.mode === "off") return undefined;
  const { aaguid, algorithm, backupEligible, attestationFormat } = credential;
  const { attestationType, attestationObject } = credential;
  const passkey: PasskeyFacts = {
    ...{ aaguid, algorithm, backupEligible, attestationFormat, attestationType },
    chain: attestationType === "basic" ? chainOf(attestationObject) : [],
    registeredAt: new Date(ctx.clock.now()),
  };
  return apply(ctx, policy, {
    passkey,
    ceremony: {
      // A `fido-u2f` signature doesn't cover the flags.
      userVerified: credential.userVerified && attestationFormat !== "fido-u2f",
      ...embedding,
    },
  });
}

type JudgedAssertion = Pick<VerifiedAssertion, "userVerified" | "backupEligible"> & {
  passkey: { passkeyId: string };
};

/**
 * Applies the tenancy's policy to a sign-in whose signature has been verified, if the policy judges
 * sign-ins. One round trip more for such a tenancy.
 * @returns in `monitor`, why `enforce` would refuse it
 * @throws VerificationFailed in `enforce` · PasskeyDisabled when the passkey was just deleted
 */
export async function applyPolicyToSignIn(
  ctx: TenancyContext,
  { passkey: { passkeyId }, userVerified, backupEligible }: JudgedAssertion,
  embedding: () => Embedding,
): Promise<PolicyReason | undefined> {
  const policy = await findPolicy(ctx, ctx.db);
  if (policy.rules.mode === "off" || !policy.rules.enforceOnSignIn) return undefined;
  const stored = await ctx.db.passkey.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id: passkeyId } },
    select: {
      aaguid: true,
      algorithm: true,
      backupEligible: true,
      backupAssumed: true,
      attestationFormat: true,
      attestationType: true,
      attestationObject: true,
      createdAt: true,
    },
  });
  if (stored === null) throw new ServiceError("@error/PasskeyDisabled", { passkeyId });
  return apply(ctx, policy, {
    // An imported passkey's eligibility may be known only from this assertion.
    passkey: { ...toFacts(policy, stored), backupEligible },
    ceremony: { userVerified, ...embedding() },
  });
}
