import type { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { findAlgorithm } from "@/lib/domain/base/credential-algorithms";
import type { ModelChoice } from "@/lib/domain/passkey/policy/list-models";
import { choiceName, levels, modes, storages } from "./rule-choices";

/** What a version changed in a rule, which has its name in the form. */
export interface Difference {
  rule: string;
  change: string;
}

/** More names would hide the other differences. */
const maxNames = 10;

const number = new Intl.NumberFormat("en");
const onOff = (isOn: boolean) => (isOn ? "On" : "Off");

/** Each distinct name after a sign, and how many more there are. */
function signed(sign: "+" | "−", names: readonly string[]): string[] {
  const distinct = [...new Set(names)];
  const shown = distinct.slice(0, maxNames).map((name) => `${sign} ${name}`);
  const rest = distinct.length - shown.length;
  return rest === 0 ? shown : [...shown, `${sign} ${number.format(rest)} more`];
}

/** What a list gained and lost, by name. */
function listChange<Entry>(
  before: readonly Entry[],
  after: readonly Entry[],
  nameOf: (entry: Entry) => string,
): string {
  const without = (list: readonly Entry[], other: readonly Entry[]) => {
    const known = new Set(other);
    return list.filter((entry) => !known.has(entry)).map(nameOf);
  };
  return [...signed("+", without(after, before)), ...signed("−", without(before, after))].join(
    ", ",
  );
}

/** How many certificates a list gained and lost. They have no short name. */
function rootChange(before: readonly string[], after: readonly string[]): string {
  const added = after.filter((pem) => !before.includes(pem)).length;
  const removed = before.filter((pem) => !after.includes(pem)).length;
  return [added > 0 && `+ ${added}`, removed > 0 && `− ${removed}`].filter(Boolean).join(", ");
}

/** Compares two versions, in the order and the words of the form. */
export function policyDifferences(
  before: PasskeyPolicyRules,
  after: PasskeyPolicyRules,
  models: readonly ModelChoice[],
): Difference[] {
  const modelNames = new Map(
    models.flatMap(({ name, aaguids }) => aaguids.map((aaguid) => [aaguid, name] as const)),
  );
  const modelName = (aaguid: string) => modelNames.get(aaguid) ?? aaguid;
  const value = (nameOf: (rules: PasskeyPolicyRules) => string) => {
    const [was, is] = [nameOf(before), nameOf(after)];
    return was === is ? "" : `${was} → ${is}`;
  };
  const changes: Record<string, string> = {
    Mode: value(({ mode }) => choiceName(modes, mode)),
    "Root certificates": rootChange(before.roots, after.roots),
    "FIDO Metadata": value(({ metadata }) => onOff(metadata)),
    "Minimum certification": value(({ minimumCertification }) =>
      choiceName(levels, minimumCertification ?? ""),
    ),
    "Allowed models": listChange(before.allowedAaguids, after.allowedAaguids, modelName),
    "Denied models": listChange(before.deniedAaguids, after.deniedAaguids, modelName),
    "Apply to sign-ins": value(({ enforceOnSignIn }) => onOff(enforceOnSignIn)),
    Storage: value(({ storage }) => choiceName(storages, storage)),
    "Require user verification": value(({ requireUserVerification }) =>
      onOff(requireUserVerification),
    ),
    Algorithms: listChange(
      before.algorithms,
      after.algorithms,
      (id) => findAlgorithm(id)?.name ?? String(id),
    ),
    "Embedding sites": listChange(before.topOrigins, after.topOrigins, (origin) => origin),
  };
  return Object.entries(changes)
    .filter(([, change]) => change !== "")
    .map(([rule, change]) => ({ rule, change }));
}
