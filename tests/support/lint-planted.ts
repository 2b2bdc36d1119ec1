import path from "node:path";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";

// Planted files exist nowhere, so no type program knows them; the walls need no types.
const eslint = new ESLint({
  cwd: path.resolve(import.meta.dirname, "../.."),
  overrideConfig: [tseslint.configs.disableTypeChecked],
});

/** The messages of ESLint about the code, as if it were that file. */
export async function lint(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath, warnIgnored: true });
  return result?.messages.map(({ message }) => message) ?? [];
}

/** room · a file in it · refused · what the message teaches · allowed */
export type PlantedViolation = [string, string, string, string, string];
