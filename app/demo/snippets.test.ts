import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { snippets } from "./snippets";

const linesOf = (code: string) => code.split("\n").map((line) => line.trim());

test.each(Object.entries(snippets))(
  "the lines that the demo shows as %s are those that ran",
  (_name, { code, file }) => {
    const source = linesOf(readFileSync(file, "utf8"));
    const shown = linesOf(code);
    const start = source.indexOf(shown[0] ?? "");
    expect(start, `${file} has no line ${shown[0]}`).toBeGreaterThanOrEqual(0);
    expect(source.slice(start, start + shown.length)).toEqual(shown);
  },
);
