import type { TenancyContext } from "@/lib/domain/base/context";
import type { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import { readChain } from "@/lib/domain/passkey/attestation/verify-chain";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import type { MetadataSource } from "@/lib/domain/passkey/metadata/metadata-source";
import { findPolicy, requestsAttestation } from "@/lib/domain/passkey/policy/find-policy";
import {
  type CeremonyFacts,
  judge,
  type PasskeyFacts,
  type Policy,
  type PolicyReason,
  rootsFor,
} from "@/lib/domain/passkey/policy/judge";
import { isAnchored, toFacts } from "@/lib/domain/passkey/policy/stored-facts";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { ServiceError } from "@/lib/errors";
import type { VerifiedAssertion } from "./check-assertion";
import type { VerifiedCredential } from "./check-attestation";
import { verificationFailed } from "./check-client-data";

const metadataOf = async (ctx: TenancyContext, { rules }: Policy) =>
  rules.metadata && rules.mode !== "off" ? findMetadata(ctx) : null;

interface Judged {
  passkey: PasskeyFacts;
  ceremony: CeremonyFacts;
  metadata: MetadataSource | null;
}

/** Returns the first reason in `monitor`. @throws VerificationFailed with it in `enforce` */
function apply(
  ctx: TenancyContext,
  policy: Policy,
  { metadata, ...judged }: Judged,
): PolicyReason | undefined {
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

interface Admitted {
  /** In `monitor`, why `enforce` would refuse the passkey. */
  monitored?: PolicyReason | undefined;
  /** What the chain shows by itself, if it is stored. */
  chain: ChainFacts | null;
}

/**
 * Reads a new passkey's chain and applies the tenancy's policy, before anything is written.
 * @throws VerificationFailed in `enforce`
 */
export async function applyPolicyToRegistration(
  ctx: TenancyContext,
  policy: Policy,
  { credential, embedding }: { credential: VerifiedCredential; embedding: Embedding },
): Promise<Admitted> {
  const metadata = await metadataOf(ctx, policy);
  const { aaguid, algorithm, backupEligible, attestationFormat, attestationType } = credential;
  const isStored = attestationType === "basic" && requestsAttestation(ctx.tenancy, policy);
  const chain = isStored ? readChain(credential.chain, rootsFor(policy, metadata, aaguid)) : null;
  if (policy.rules.mode === "off") return { chain };
  const passkey: PasskeyFacts = {
    aaguid,
    algorithm,
    backupEligible,
    attestationFormat,
    attestationType,
    chain,
    registeredAt: new Date(ctx.clock.now()),
  };
  const monitored = apply(ctx, policy, {
    passkey,
    metadata,
    ceremony: {
      // A `fido-u2f` signature doesn't cover the flags.
      userVerified: credential.userVerified && attestationFormat !== "fido-u2f",
      ...embedding,
    },
  });
  return { monitored, chain };
}

type JudgedAssertion = Pick<VerifiedAssertion, "userVerified" | "backupEligible"> & {
  passkey: { passkeyId: string; shownId: string };
};

/**
 * Applies the tenancy's policy to a sign-in whose signature has been verified, if the policy judges
 * sign-ins. One round trip more for such a tenancy.
 * @returns in `monitor`, why `enforce` would refuse it
 * @throws VerificationFailed in `enforce` · PasskeyDisabled when the passkey was just deleted
 */
export async function applyPolicyToSignIn(
  ctx: TenancyContext,
  { passkey: { passkeyId, shownId }, userVerified, backupEligible }: JudgedAssertion,
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
      attestationChain: true,
      createdAt: true,
    },
  });
  if (stored === null) throw new ServiceError("@error/PasskeyDisabled", { passkeyId: shownId });
  return apply(ctx, policy, {
    metadata: await metadataOf(ctx, policy),
    // An imported passkey's eligibility may be known only from this assertion.
    passkey: { ...toFacts(policy, stored), backupEligible },
    ceremony: { userVerified, ...embedding() },
  });
}
