import { X509Certificate } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { UserVerification } from "@/lib/contract/fields";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { needsAttestation, type Policy } from "./judge";

/** Builds the policy of rules whose roots are valid PEM. */
export const policyOf = (rules: PasskeyPolicyRules, version = 0): Policy => ({
  version,
  rules,
  roots: rules.roots.map((pem) => new Uint8Array(new X509Certificate(pem).raw)),
});

/** Whether registrations request and store the authenticator's attestation. */
export const requestsAttestation = (
  { attestation }: Pick<TenancyContext["tenancy"], "attestation">,
  { rules }: Policy,
): boolean => attestation === "direct" || (rules.mode !== "off" && needsAttestation(rules));

/** The algorithms to offer: an enforced policy's own, if the tenancy offers any of them. */
export function offeredAlgorithms(
  { algorithms }: Pick<TenancyContext["tenancy"], "algorithms">,
  { rules }: Policy,
): number[] {
  const accepted = algorithms.filter((algorithm) => rules.algorithms.includes(algorithm));
  return rules.mode === "enforce" && accepted.length > 0 ? accepted : algorithms;
}

/**
 * What the options request of the device. The session keeps what the request asked for, so that a
 * response without user verification fails by the policy and says so.
 */
export const requestedVerification = (
  { rules }: Policy,
  userVerification: UserVerification,
): UserVerification =>
  rules.mode === "enforce" && rules.requireUserVerification ? "required" : userVerification;

const noPolicy = policyOf(PasskeyPolicyRules.parse({}));

/**
 * By tenancy id. An entry is used only with the tenancy that it was read for, which the database
 * confirms (`find-tenancy.ts`): in a restored database, the number of a version is given out again.
 */
const policies = new LRUCache<string, { tenancy: object; policy: Policy }>({ max: 1_000 });

/**
 * Returns the tenancy's policy. No round trip without a policy, or if it is cached for this state of
 * the tenancy's row; otherwise one.
 */
export async function findPolicy(
  { tenancy }: { tenancy: Pick<TenancyContext["tenancy"], "id" | "passkeyPolicyVersion"> },
  db: Queryable,
): Promise<Policy> {
  const { id: tenancyId, passkeyPolicyVersion: version } = tenancy;
  if (version === 0) return noPolicy;
  const cached = policies.get(tenancyId);
  if (cached?.tenancy === tenancy) return cached.policy;
  const { document } = await db.passkeyPolicy.findUniqueOrThrow({
    where: { tenancyId_version: { tenancyId, version } },
    select: { document: true },
  });
  const policy = policyOf(PasskeyPolicyRules.parse(document), version);
  policies.set(tenancyId, { tenancy, policy });
  return policy;
}
