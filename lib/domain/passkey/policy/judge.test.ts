import { describe, expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { unacceptableChain } from "@/lib/domain/passkey/attestation/chain-facts";
import type { MetadataEntry } from "@/lib/domain/passkey/metadata/metadata-source";
import { judge, type PasskeyFacts } from "./judge";

const model = "ee882879-721c-4913-9775-3dfcce97072a";
const policyRoot = new Uint8Array([1]);
const modelRoot = new Uint8Array([2]);
const now = new Date("2026-11-23T12:00:00Z");
const entry: MetadataEntry = {
  description: "Key",
  certification: "L2",
  roots: [modelRoot],
  statuses: [],
};

/** The chain names the root that anchors it. */
const factsOf = (attestationFormat: string, root: Uint8Array): PasskeyFacts => ({
  aaguid: model,
  algorithm: -7,
  backupEligible: false,
  attestationType: "basic",
  chain: { ...unacceptableChain, root: String(root[0]) },
  attestationFormat,
  registeredAt: now,
});

const reasonsOf = (rules: object, passkey: PasskeyFacts) =>
  judge(
    { version: 1, rules: PasskeyPolicyRules.parse(rules), roots: [policyRoot] },
    { passkey },
    {
      now,
      metadata: { number: 1, nextUpdate: now, find: (id) => (id === model ? entry : undefined) },
      isAnchored: ({ root }, roots) => roots.some(([byte]) => String(byte) === root),
    },
  );

describe("an AAGUID", () => {
  test.each([
    ["packed", []],
    ["tpm", ["policy-aaguid"]],
    ["android-key", ["policy-aaguid"]],
    ["apple", ["policy-aaguid"]],
    ["fido-u2f", ["policy-aaguid"]],
  ])("of %s under a root of the policy, which may vouch for any model: %j", (format, reasons) => {
    const passkey = factsOf(format, policyRoot);
    expect(reasonsOf({ allowedAaguids: [model] }, passkey)).toEqual(reasons);
    const others = { deniedAaguids: ["2fc0579f-8113-47ea-b116-bb5a8db9202a"] };
    expect(reasonsOf(others, passkey)).toEqual(reasons);
  });

  test("of tpm is proved by a root of that model", () => {
    const rules = { metadata: true, allowedAaguids: [model], minimumCertification: "L2" };
    expect(reasonsOf(rules, factsOf("tpm", modelRoot))).toEqual([]);
  });

  test("of fido-u2f is never signed, so neither metadata nor its roots apply", () => {
    const rules = { metadata: true, minimumCertification: "L2" };
    expect(reasonsOf(rules, factsOf("fido-u2f", policyRoot))).toEqual(["policy-certification"]);
    expect(reasonsOf(rules, factsOf("fido-u2f", modelRoot))).toEqual(["policy-root"]);
  });
});

test("a model's certification applies only if its own root vouches", () => {
  const rules = { metadata: true, minimumCertification: "L1" };
  expect(reasonsOf(rules, factsOf("packed", policyRoot))).toEqual(["policy-certification"]);
  expect(reasonsOf(rules, factsOf("packed", modelRoot))).toEqual([]);
});
