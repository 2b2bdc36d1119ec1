import { wordsOfReason } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { PolicyReason } from "@/lib/domain/passkey/policy/judge";

/** The rule of the form that refuses a passkey, and what it misses. */
const rules: Record<Exclude<PolicyReason, "policy-storage">, string> = {
  attestation: "Authenticators: invalid attestation",
  "policy-unattested": "Authenticators: no attestation",
  "policy-root": "Root certificates and FIDO Metadata: unknown maker",
  "policy-aaguid": "Allowed and denied models: this model",
  "policy-certification": "Minimum certification: too low or missing",
  "policy-revoked": "FIDO Metadata: model revoked or compromised",
  "policy-user-verification": "Require user verification: no fingerprint, face or PIN",
  "policy-algorithm": "Algorithms: not chosen",
  "policy-top-origin": "Embedding sites: not chosen",
};

type Storage = PasskeyPolicyRules["storage"];

/** The kind of passkey that the rule about storage refuses. */
const refusedStorage: Record<Storage, string> = {
  any: "this kind of passkey isn’t accepted",
  "device-bound": "synced passkeys aren’t accepted",
  synced: "device-bound passkeys aren’t accepted",
};

/**
 * Names the rule that refuses a passkey, and what it misses.
 * @param storage the policy's rule about storage, if the reason can be that one
 */
export function ruleOf(reason: string, storage: Storage = "any"): string {
  if (reason === "policy-storage") return `Storage: ${refusedStorage[storage]}`;
  return rules[reason as keyof typeof rules] ?? wordsOfReason(`VerificationFailed.${reason}`);
}

/** Why a test can't say what these rules refuse. */
export const untestedWords: Readonly<Record<string, string>> = {
  "policy-user-verification":
    "Require user verification: known only when a user signs in, because the device checks them then.",
  "policy-top-origin":
    "Embedding sites: known only when a user signs in, because it depends on the page that they use.",
  "policy-storage":
    "Storage: for passkeys of earlier releases, known only after their next sign-in.",
};
