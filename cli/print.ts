import { terminal } from "./terminal";

export interface Output {
  /** The document that `--json` prints. */
  json: unknown;
  text: string;
}

/** Removes control characters, so that a name cannot control the terminal. */
export const plain = (value: string) => value.replace(/\p{Cc}/gu, "�");

/** Prints a command's result to standard output. Nothing else goes there. */
export function print({ json, text }: Output, options: { json?: true }): void {
  terminal().stdout.write(`${options.json ? JSON.stringify(json, null, 2) : text}\n`);
}

/** Prints a message to standard error. It can have lines, and names that a file chose. */
export function note(message: string): void {
  terminal().stderr.write(`keystead: ${message.split("\n").map(plain).join("\n")}\n`);
}

/** How every command's JSON says whether something is disabled. */
export const stateOf = (enabled: boolean) => ({
  state: enabled ? "enabled" : "disabled",
  enabled,
});

/** Formats a time in ms as ISO 8601 with whole seconds. */
export function showTime(ms: number | null, never = "never"): string {
  return ms === null ? never : new Date(ms).toISOString().replace(/\.\d+Z$/, "Z");
}

/** Formats the UTC day of a time, such as `2026-12-01`. */
export const showDay = (time: Date): string => time.toISOString().slice(0, 10);

/** Formats a number of things, such as `1 key` or `2 keys`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;

/** Formats rows as a table with aligned columns. */
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
