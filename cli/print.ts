export interface Output {
  /** The one document that `--json` prints. */
  json: unknown;
  text: string;
}

/** A name that somebody chose must not steer the terminal. */
const plain = (value: string) => value.replace(/\p{Cc}/gu, "�");

/** Prints the result of a command, which alone goes to standard output. */
export function print({ json, text }: Output, options: { json?: true }): void {
  process.stdout.write(`${options.json ? JSON.stringify(json, null, 2) : text}\n`);
}

/** Says something besides the result, in one sentence. */
export function note(sentence: string): void {
  process.stderr.write(`keystead: ${sentence}\n`);
}

/** A time in milliseconds as ISO 8601 in whole seconds. */
export function showTime(ms: number | null, never = "never"): string {
  return ms === null ? never : new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(plain));
  const widths = (clean[0] ?? []).map((_cell, column) =>
    Math.max(...clean.map((row) => row[column]?.length ?? 0)),
  );
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
