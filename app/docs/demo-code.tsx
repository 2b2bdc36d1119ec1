import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { headers } from "next/headers";
import { getConfig } from "@/lib/config";
import { CodeBlock } from "./code-block";

const placeholder = /\bDEMO_(URL|TENANCY_ID|CLIENT_ID|API_KEY)\b/g;

export const needsDemo = (code: string): boolean => code.search(placeholder) !== -1;

/**
 * Reads the demo tenancy's variables, with its API key: only in local mode, and only for the address
 * of this machine. A foreign name that resolves to this machine gets none (DNS rebinding).
 */
async function readDemo(): Promise<Record<string, string | undefined>> {
  const host = (await headers()).get("host");
  const { mode, dataFolder, baseUrl } = getConfig();
  if (mode !== "local" || host !== new URL(baseUrl).host) return {};
  const file = join(/* turbopackIgnore: true */ dataFolder, "demo.env");
  return parseEnv(await readFile(file, "utf8").catch(() => ""));
}

interface Props {
  code: string;
  language: string;
  title: string;
}

/** A code block with the variables of the demo tenancy. */
export async function DemoCode({ code, ...props }: Props) {
  const demo = await readDemo();
  const filled = code.replaceAll(placeholder, (_all, name) => demo[`KEYSTEAD_${name}`] ?? "…");
  return <CodeBlock {...props} code={filled} />;
}
