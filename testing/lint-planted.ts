import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";

// Planted files don't exist, so rules that need types can't run on them. The walls need no types.
const eslint = new ESLint({
  cwd: path.resolve(import.meta.dirname, ".."),
  overrideConfig: [
    tseslint.configs.disableTypeChecked,
    { rules: { "simple-import-sort/imports": "off" } },
  ],
});

/** Returns ESLint's messages for the code, as if the file contained it. */
export async function lint(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath, warnIgnored: true });
  return result?.messages.map(({ message }) => message) ?? [];
}

/** Rule, file, rejected code, part of the expected message, allowed code. */
export type PlantedViolation = [string, string, string, string, string];
