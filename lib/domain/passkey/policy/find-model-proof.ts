import { X509Certificate } from "node:crypto";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findAnchor } from "@/lib/domain/passkey/attestation/verify-chain";
import { findMetadata } from "@/lib/domain/passkey/metadata/find-metadata";
import { findPolicy } from "./find-policy";
import { findModel, needsAttestation } from "./judge";
import { isAnchored, toFacts } from "./stored-facts";

/**
 * Who backs a passkey's model.
 * - `unchecked`: the policy has no rule that needs attestation, so nothing was checked
 * - `claimed`: only the device says so
 * - `verified`: a maker whom the policy trusts; `by` is the name in its root certificate
 */
export type ModelProof = { kind: "unchecked" | "claimed" } | { kind: "verified"; by: string };

/** The common name or the organization, one per line in `subject`. */
const nameOf = (root: Uint8Array) => {
  const { subject } = new X509Certificate(root);
  return /^CN=(.+)$/m.exec(subject)?.[1] ?? /^O=(.+)$/m.exec(subject)?.[1] ?? subject;
};

/** Finds who backs a stored passkey's model, by the current policy. */
export async function findModelProof(ctx: TenancyContext, passkeyId: string): Promise<ModelProof> {
  const policy = await findPolicy(ctx, ctx.db);
  if (policy.rules.mode === "off" || !needsAttestation(policy.rules)) return { kind: "unchecked" };
  const stored = await ctx.db.passkey.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id: passkeyId } },
  });
  if (stored === null) return { kind: "claimed" };
  const facts = toFacts(policy, stored);
  const metadata = policy.rules.metadata ? await findMetadata(ctx) : null;
  const model = findModel(policy, facts, { metadata, isAnchored });
  if (typeof model === "string" || !model.isProved) return { kind: "claimed" };
  const roots = model.isVouched ? (model.entry?.roots ?? []) : policy.roots;
  const root =
    facts.chain === null ? null : findAnchor(facts.chain, { roots, at: facts.registeredAt });
  return root === null ? { kind: "claimed" } : { kind: "verified", by: nameOf(root) };
}
