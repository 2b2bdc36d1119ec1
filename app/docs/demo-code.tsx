import { CodeBlock } from "./code-block";
import { readDemoVariables } from "./demo-variables";

const placeholder = /\bDEMO_(URL|TENANCY_ID|CLIENT_ID|API_KEY)\b/g;

export const needsDemo = (code: string): boolean => code.search(placeholder) !== -1;

interface Props {
  code: string;
  language: string;
  title: string;
}

/** A code block with the variables of the demo tenancy. */
export async function DemoCode({ code, ...props }: Props) {
  const demo = await readDemoVariables();
  const filled = code.replaceAll(placeholder, (_all, name) => demo[`KEYSTEAD_${name}`] ?? "…");
  return <CodeBlock {...props} code={filled} />;
}
