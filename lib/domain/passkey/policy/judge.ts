import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { ChainFacts } from "@/lib/domain/passkey/attestation/chain-facts";
import {
  certificationLevels,
  isCompromised,
  type MetadataEntry,
  type MetadataSource,
} from "@/lib/domain/passkey/metadata/metadata-source";
import type { policyReasons } from "@/lib/errors";

export type PolicyReason = (typeof policyReasons)[number];

/** A version of a tenancy's policy. */
export interface Policy {
  /** 0: none was saved. */
  version: number;
  rules: PasskeyPolicyRules;
  /** `rules.roots` as DER. */
  roots: readonly Uint8Array[];
}

/** The properties of a passkey that are stored with it. */
export interface PasskeyFacts {
  aaguid: string;
  /** Of the attestation statement, such as `packed`. */
  attestationFormat: string;
  /** COSE identifier. */
  algorithm: number;
  /** Null if unknown: an imported passkey lacks it until its first sign-in. */
  backupEligible: boolean | null;
  /** What verifying the statement showed at registration. Null if it was not verified. */
  attestationType: string | null;
  /** Of a `basic` statement. Null of the others, and of statements that aren't stored. */
  chain: ChainFacts | null;
  registeredAt: Date;
}

/** The properties of one ceremony. They aren't stored, so a simulation can't know them. */
export interface CeremonyFacts {
  userVerified: boolean;
  crossOrigin: boolean;
  topOrigin?: string | undefined;
}

interface Judged {
  passkey: PasskeyFacts;
  /** Absent in a simulation, which skips the rules on ceremonies. */
  ceremony?: CeremonyFacts;
}

interface Circumstances {
  /** The installation's FIDO Metadata. Null before the first import. */
  metadata: MetadataSource | null;
  now: Date;
  /** Whether a chain ends in one of the roots, and was valid at a time. */
  isAnchored: (chain: ChainFacts, roots: readonly Uint8Array[], at: Date) => boolean;
}

/** Whether a rule needs the authenticator's attestation: all that depend on its model or maker. */
export const needsAttestation = (rules: PasskeyPolicyRules): boolean =>
  rules.metadata ||
  rules.minimumCertification !== null ||
  [rules.roots, rules.allowedAaguids, rules.deniedAaguids].some((list) => list.length > 0);

/** Whether a sign-in with a passkey that the rules don't accept fails. */
export const refusesSignIns = ({ rules }: Pick<Policy, "rules">): boolean =>
  rules.mode === "enforce" && rules.enforceOnSignIn;

/** The roots that a passkey of this model may reach under a policy. */
export const rootsFor = (
  { roots }: Policy,
  metadata: MetadataSource | null,
  aaguid: string,
): readonly Uint8Array[] => [...roots, ...(metadata?.find(aaguid.toLowerCase())?.roots ?? [])];

/** What an attested passkey proves about its model. */
interface Model {
  aaguid: string;
  /** The model's metadata, if the policy uses it. */
  entry: MetadataEntry | undefined;
  /** Whether one of the model's own roots vouches, so that its certification applies. */
  isVouched: boolean;
  /** Whether the AAGUID is more than a claim of the software between device and page. */
  isProved: boolean;
}

/**
 * Checks that a trusted maker vouches for the authenticator, and for which model. The certificates
 * must have been valid at registration: some makers issue them for a few days.
 *
 * A `fido-u2f` signature doesn't cover the AAGUID (WebAuthn L3 §8.6), so it never counts. In the
 * other formats but `packed`, software writes it, so only a root of that model proves it.
 */
export function findModel(
  { rules, roots }: Policy,
  { aaguid, attestationFormat, attestationType, chain, registeredAt }: PasskeyFacts,
  { metadata, isAnchored }: Omit<Circumstances, "now">,
): Model | PolicyReason {
  if (attestationType === "invalid") return "attestation";
  if (attestationType !== "basic" || chain === null) return "policy-unattested";
  const isU2f = attestationFormat === "fido-u2f";
  const entry = rules.metadata && !isU2f ? metadata?.find(aaguid.toLowerCase()) : undefined;
  const isVouched = entry !== undefined && isAnchored(chain, entry.roots, registeredAt);
  if (!isVouched && !isAnchored(chain, roots, registeredAt)) return "policy-root";
  const isProved = isVouched || attestationFormat === "packed";
  return { aaguid: aaguid.toLowerCase(), entry, isVouched, isProved };
}

function judgeModel(
  { rules }: Policy,
  { aaguid, entry, isVouched, isProved }: Model,
  now: Date,
): PolicyReason[] {
  const reasons: PolicyReason[] = [];
  const { allowedAaguids, deniedAaguids } = rules;
  const isRestricted = allowedAaguids.length > 0 || deniedAaguids.length > 0;
  const isListed = allowedAaguids.length === 0 || allowedAaguids.includes(aaguid);
  if ((isRestricted && !isProved) || !isListed || deniedAaguids.includes(aaguid))
    reasons.push("policy-aaguid");
  const level = isVouched ? (entry?.certification ?? null) : null;
  if (
    rules.minimumCertification !== null &&
    (level === null ||
      certificationLevels.indexOf(level) < certificationLevels.indexOf(rules.minimumCertification))
  )
    reasons.push("policy-certification");
  if (entry !== undefined && isCompromised(entry, now)) reasons.push("policy-revoked");
  return reasons;
}

function judgeCeremony(
  { rules }: Policy,
  { userVerified, crossOrigin, topOrigin }: CeremonyFacts,
): PolicyReason[] {
  const reasons: PolicyReason[] = [];
  if (rules.requireUserVerification && !userVerified) reasons.push("policy-user-verification");
  const isEmbedderListed = topOrigin !== undefined && rules.topOrigins.includes(topOrigin);
  if (crossOrigin && rules.topOrigins.length > 0 && !isEmbedderListed)
    reasons.push("policy-top-origin");
  return reasons;
}

/**
 * Judges a passkey by a policy's rules, whatever its mode. Pure.
 * @returns why `enforce` refuses it, the first reason first; empty if it doesn't
 */
export function judge(
  policy: Policy,
  { passkey, ceremony }: Judged,
  circumstances: Circumstances,
): PolicyReason[] {
  const { rules } = policy;
  const reasons: PolicyReason[] = [];
  if (needsAttestation(rules)) {
    const model = findModel(policy, passkey, circumstances);
    if (typeof model === "string") reasons.push(model);
    else reasons.push(...judgeModel(policy, model, circumstances.now));
  }
  if (
    passkey.backupEligible !== null &&
    rules.storage !== "any" &&
    passkey.backupEligible !== (rules.storage === "synced")
  )
    reasons.push("policy-storage");
  if (rules.algorithms.length > 0 && !rules.algorithms.includes(passkey.algorithm))
    reasons.push("policy-algorithm");
  if (ceremony !== undefined) reasons.push(...judgeCeremony(policy, ceremony));
  return reasons;
}
