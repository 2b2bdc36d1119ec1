import { type ConformanceCase, nameOf, type Outcome, type Verifier } from "./conformance-case";
import { explanations } from "./explanations";

interface Row {
  name: string;
  expected: ConformanceCase["expected"];
  outcomes: Record<string, Outcome>;
}

export interface Disagreement {
  name: string;
  /** The verifier that does not do what the case expects. */
  verifier: string;
  outcome: Outcome;
  /** Why. Undefined until it is explained. */
  explanation: string | undefined;
}

export interface Comparison {
  rows: Row[];
  disagreements: Disagreement[];
  /** Explanations that explain nothing. */
  unused: string[];
}

const agrees = (expected: Row["expected"], outcome: Outcome) =>
  (outcome === "pass") === (expected === "pass");

/** Runs each case through each verifier. */
export async function compareVerifiers(
  cases: readonly ConformanceCase[],
  verifiers: readonly Verifier[],
): Promise<Comparison> {
  const rows: Row[] = [];
  for (const one of cases) {
    const outcomes: Row["outcomes"] = {};
    for (const verifier of verifiers) outcomes[verifier.name] = await verifier.verify(one);
    rows.push({ name: nameOf(one), expected: one.expected, outcomes });
  }
  const used = new Set<string>();
  const explain = (verifier: string, name: string) => {
    const found = explanations.find(
      (explanation) => explanation.verifier === verifier && explanation.cases.test(name),
    );
    if (found !== undefined) used.add(found.reason);
    return found?.reason;
  };
  const disagreements = rows.flatMap(({ name, expected, outcomes }) =>
    Object.entries(outcomes)
      .filter(([, outcome]) => !agrees(expected, outcome))
      .map(([verifier, outcome]) => ({
        name,
        verifier,
        outcome,
        explanation: explain(verifier, name),
      })),
  );
  const unused = explanations.map(({ reason }) => reason).filter((reason) => !used.has(reason));
  return { rows, disagreements, unused };
}
