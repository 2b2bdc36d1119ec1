import { wordsOfReason } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import type { PolicyReason } from "@/lib/domain/passkey-policy/judge";

/** The rule of the form that refuses a passkey, and what it misses. */
const rules: Record<PolicyReason, string> = {
  attestation: "Authenticators: invalid attestation",
  "policy-unattested": "Authenticators: no attestation",
  "policy-root": "Root certificates and FIDO Metadata: unknown maker",
  "policy-aaguid": "Allowed and denied models: this model",
  "policy-certification": "Minimum certification: too low or missing",
  "policy-revoked": "FIDO Metadata: model revoked or compromised",
  "policy-storage": "Storage: the other kind",
  "policy-user-verification": "Require user verification: no fingerprint, face or PIN",
  "policy-algorithm": "Algorithms: not chosen",
  "policy-top-origin": "Embedding sites: not chosen",
};

/** Names the rule that refuses a passkey. */
export const ruleOf = (reason: string): string =>
  rules[reason as PolicyReason] ?? wordsOfReason(`VerificationFailed.${reason}`);

/** Why a test can't say what these rules refuse. */
export const untestedWords: Readonly<Record<string, string>> = {
  "policy-user-verification":
    "Require user verification: known only when a user signs in, because the device checks them then.",
  "policy-top-origin":
    "Embedding sites: known only when a user signs in, because it depends on the page that they use.",
  "policy-storage":
    "Storage: for passkeys of earlier releases, known only after their next sign-in.",
};
