import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { decodeText, NotUtf8 } from "./decode-text";
import { StartupError } from "./errors";

// Private use: no value has it.
const hash = "\uE000";

/** Returns the line of a variable, from 1. */
function lineOf(text: string, name: string): number {
  const assignment = new RegExp(`^[ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=`, "m");
  return text.slice(0, text.search(assignment)).split("\n").length;
}

/**
 * Parses the text of a `.env` file as Node does.
 * @throws StartupError where Node would cut a value: at a `#` that follows the value without a space, as
 * in `SMTP_URL=smtp://user:12#34@host`
 */
export function parseEnvFile(name: string, text: string): Record<string, string> {
  const values = parseEnv(text) as Record<string, string>;
  // Node keeps a # in quotes. After a space, it begins a comment for everybody.
  const uncut = parseEnv(text.replace(/(?<=\S)#/g, hash)) as Record<string, string>;
  for (const [variable, value] of Object.entries(uncut))
    if (value.replaceAll(hash, "#") !== values[variable])
      throw new StartupError(
        `${name}, line ${lineOf(text, variable)}: the value of ${variable} has a # outside quotes, ` +
          "where a comment would begin. Put the value in single quotes.",
      );
  return values;
}

/**
 * Reads a `.env` file. Empty if there is none.
 * @throws StartupError for a file that can't be read, isn't UTF-8, or would lose a part of a value
 */
export function readEnvFile(name: string): Record<string, string> {
  try {
    return parseEnvFile(name, decodeText(readFileSync(name)));
  } catch (error) {
    if (error instanceof NotUtf8) throw new StartupError(`The file ${name} ${error.message}`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return {};
    if (code === "EISDIR") throw new StartupError(`${name} is a folder. It must be a file.`);
    if (code !== undefined) throw new StartupError(`The file ${name} can't be read (${code}).`);
    throw error;
  }
}
