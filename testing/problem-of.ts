import { existsSync, readFileSync } from "node:fs";

/** Whether the source contains the title in quotes. */
const hasTitle = (source: string, title: string) =>
  ['"', "'", "`"].some((quote) => source.includes(quote + title + quote));

/** Returns what is wrong with a reference such as "`file`: title"; null if the test exists. */
export function problemOf(reference: string): string | null {
  const [, path = "", title = ""] = /^`([^`]+)`: (.+)$/.exec(reference) ?? [];
  if (path === "") return `is not written as \`file\`: title: ${reference}`;
  if (!existsSync(path)) return `names a file that does not exist: ${path}`;
  return hasTitle(readFileSync(path, "utf8"), title)
    ? null
    : `names a test that ${path} does not have: ${title}`;
}
