const withCommas = (text: string) => text.replace(/\B(?=(?:\d{3})+$)/g, ",");

const line = (cells: string[]) =>
  `| ${cells.map((text) => (/^\d{4,}$/.test(text) ? withCommas(text) : text)).join(" | ")} |`;

/** A table for the terminal and for README.md. Thousands have a comma. */
export const markdownTable = (head: string[], rows: string[][]): string =>
  [line(head), line(head.map(() => "---")), ...rows.map(line), ""].join("\n");

/** Formats a figure, and an unknown one as "-". */
export const cell = (value: number | undefined, digits: number): string =>
  value === undefined || !Number.isFinite(value) ? "-" : value.toFixed(digits);

export const percent = (share: number): string => cell(share * 100, 0);
