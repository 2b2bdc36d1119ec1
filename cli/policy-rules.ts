import { readFile } from "node:fs/promises";
import { parseRules } from "@/lib/domain/passkey/policy/check-rules";
import type { Policy } from "@/lib/domain/passkey/policy/judge";
import { badRequest, isServiceError } from "@/lib/errors";
import { decodeFile } from "./decode-file";

export const rulesOption = [
  "--rules <file>",
  "a JSON file with the rules, as policy get --json prints them in `rules`",
] as const;

/** Reads rules from a JSON file. @throws BadRequest that names the file and the invalid field */
export async function readRules(file: string): Promise<Policy["rules"]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw badRequest("--rules", `${file} can't be read (${error.code}).`);
  });
  const text = decodeFile("--rules", bytes, `${file} `);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw badRequest("--rules", `${file} is not JSON.`);
  }
  try {
    return parseRules(json);
  } catch (error) {
    throw isServiceError(error) ? badRequest("--rules", `${file}: ${error.message}.`) : error;
  }
}
