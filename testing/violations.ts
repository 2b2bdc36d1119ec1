/** Of an error's text. Some list a whole object, or have an excerpt of code. */
const maxLength = 500;

/** A name alone, or a name and what the check needs. */
type Case = string | readonly [name: string, ...values: unknown[]];

/**
 * Checks one rule for every case of a table, one case after the other.
 *
 * @returns "<name>: <error in one line>" for each case whose check throws
 * @throws Error without any cases, because such a test proves nothing
 */
export async function violationsOf<C extends Case>(
  cases: readonly C[],
  check: (...values: C extends readonly [...infer Values] ? Values : [C]) => unknown,
): Promise<string[]> {
  if (cases.length === 0) throw new Error("the table has no cases");
  const run = check as (...values: readonly unknown[]) => unknown;
  const violations: string[] = [];
  for (const one of cases) {
    const [name, ...values] = typeof one === "string" ? [one] : one;
    try {
      await run(name, ...values);
    } catch (error) {
      violations.push(`${name}: ${lineOf(error)}`);
    }
  }
  return violations;
}

function lineOf(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).trim().replace(/\s+/g, " ");
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
