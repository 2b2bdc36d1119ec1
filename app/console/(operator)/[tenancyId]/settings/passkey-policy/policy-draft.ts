import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";

/** The rules as the form edits them: certificates as one text, models one per line. */
export type PolicyDraft = Omit<PasskeyPolicyRules, "roots" | "allowedAaguids" | "deniedAaguids"> & {
  roots: string;
  allowedAaguids: string;
  deniedAaguids: string;
};

export const toDraft = (rules: PasskeyPolicyRules): PolicyDraft => ({
  ...rules,
  roots: rules.roots.join("\n"),
  allowedAaguids: rules.allowedAaguids.join("\n"),
  deniedAaguids: rules.deniedAaguids.join("\n"),
});

const wordsOf = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== "");

/** Splits after each certificate. Text after the last one stays an entry, which is refused. */
const certificatesOf = (text: string) =>
  text
    .split(/(?<=-----END CERTIFICATE-----)/)
    .map((pem) => pem.trim())
    .filter((pem) => pem !== "");

export const toRules = (draft: PolicyDraft): PasskeyPolicyRules => ({
  ...draft,
  roots: certificatesOf(draft.roots),
  allowedAaguids: wordsOf(draft.allowedAaguids),
  deniedAaguids: wordsOf(draft.deniedAaguids),
});
