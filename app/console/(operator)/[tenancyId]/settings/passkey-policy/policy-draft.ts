import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { ModelChoice } from "@/lib/domain/passkey/policy/list-models";

/** Models as the form edits them: chosen AAGUIDs, and what is typed and not yet added. */
export interface ModelsDraft {
  chosen: string[];
  typed: string;
}

/** The rules as the form edits them: certificates as one text, models by product. */
export type PolicyDraft = Omit<PasskeyPolicyRules, "roots" | "allowedAaguids" | "deniedAaguids"> & {
  roots: string;
  allowed: ModelsDraft;
  denied: ModelsDraft;
};

export function toDraft({
  roots,
  allowedAaguids,
  deniedAaguids,
  ...rules
}: PasskeyPolicyRules): PolicyDraft {
  return {
    ...rules,
    roots: roots.join("\n"),
    allowed: { chosen: allowedAaguids, typed: "" },
    denied: { chosen: deniedAaguids, typed: "" },
  };
}

/** Returns the product whose name is typed, in any case. */
const findModel = (typed: string, models: readonly ModelChoice[]) =>
  models.find(({ name }) => name.toLowerCase() === typed.trim().toLowerCase());

/**
 * Adds what is typed: a product with all its AAGUIDs, or pasted AAGUIDs. Other text stays an entry,
 * which is refused.
 */
export function addTyped(
  { chosen, typed }: ModelsDraft,
  models: readonly ModelChoice[],
): ModelsDraft {
  const added =
    findModel(typed, models)?.aaguids ?? typed.split(/[\s,;]+/).filter((word) => word !== "");
  return { chosen: [...new Set([...chosen, ...added])], typed: "" };
}

/** Splits after each certificate. Text after the last one stays an entry, which is refused. */
const certificatesOf = (text: string) =>
  text
    .split(/(?<=-----END CERTIFICATE-----)/)
    .map((pem) => pem.trim())
    .filter((pem) => pem !== "");

export const toRules = (
  { roots, allowed, denied, ...rules }: PolicyDraft,
  models: readonly ModelChoice[],
): PasskeyPolicyRules => ({
  ...rules,
  roots: certificatesOf(roots),
  allowedAaguids: addTyped(allowed, models).chosen,
  deniedAaguids: addTyped(denied, models).chosen,
});

/**
 * Returns what a test of the draft depends on, to compare. The mode and Apply to sign-ins decide
 * only when the rules apply.
 */
export function testedPart(draft: PolicyDraft, models: readonly ModelChoice[]): string {
  const { mode: _, enforceOnSignIn: __, ...rules } = toRules(draft, models);
  return JSON.stringify(rules);
}
