import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { policyDifferences } from "./policy-differences";

const aaguid = (index: number) => `ee882879-721c-4913-9775-${String(index).padStart(12, "0")}`;
const models = [{ name: "YubiKey 5", aaguids: [aaguid(1), aaguid(2)] }];

/** The differences between two versions, each as one line. */
const lines = (before: Partial<PasskeyPolicyRules>, after: Partial<PasskeyPolicyRules>) =>
  policyDifferences(PasskeyPolicyRules.parse(before), PasskeyPolicyRules.parse(after), models).map(
    ({ rule, change }) => `${rule}: ${change}`,
  );

test("a version is compared in the words of the form", () => {
  expect(
    lines(
      { roots: ["a"], minimumCertification: "L1", topOrigins: ["https://a.example"] },
      {
        mode: "enforce",
        roots: ["b", "c"],
        metadata: true,
        deniedAaguids: [aaguid(3)],
        enforceOnSignIn: true,
        storage: "device-bound",
        requireUserVerification: true,
        algorithms: [-7],
      },
    ),
  ).toEqual([
    "Mode: Off → Enforce",
    "Root certificates: + 2, − 1",
    "FIDO Metadata: Off → On",
    "Minimum certification: Level 1 → Any",
    `Denied models: + ${aaguid(3)}`,
    "Apply to sign-ins: Off → On",
    "Storage: Any → Device-bound",
    "Require user verification: Off → On",
    "Algorithms: + ES256",
    "Embedding sites: − https://a.example",
  ]);
});

test("models of one product are one name, and a long list ends with a number", () => {
  const both = [aaguid(1), aaguid(2)];
  expect(lines({}, { allowedAaguids: both })).toEqual(["Allowed models: + YubiKey 5"]);
  expect(lines({ allowedAaguids: both }, {})).toEqual(["Allowed models: − YubiKey 5"]);
  const many = Array.from({ length: 12 }, (_, index) => aaguid(index + 10));
  expect(lines({}, { allowedAaguids: many })[0]).toMatch(/000019, \+ 2 more$/);
});

test("a version without a change of the rules has no difference", () => {
  const rules: Partial<PasskeyPolicyRules> = {
    allowedAaguids: [aaguid(1), aaguid(2)],
    storage: "synced",
  };
  expect(lines(rules, { ...rules, allowedAaguids: [aaguid(2), aaguid(1)] })).toEqual([]);
});
