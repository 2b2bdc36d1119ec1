import Papa from "papaparse";

/** Value of a cell. Timestamps are `Date` values, written in ISO 8601. */
export type CsvCell = string | number | boolean | Date | null | undefined;

// Spreadsheets run a text with such a first character as a formula (OWASP, CSV injection). Some also
// accept the full-width forms. Papa's own rule misses those, line feeds and formulas of many lines.
const escapeFormulae = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * Prefixes the parts of a text that would be formulas in a spreadsheet that splits at `;` or tab, as
 * with a regional setting: there, quotes inside a cell don't protect what follows.
 */
const escapeParts = (text: string) =>
  text.replace(/[;\t\r\n][;\s"]*/g, (gap, at: number) =>
    /[=+\-@＝＋－＠]/.test(text.charAt(at + gap.length)) ? `${gap}'` : gap,
  );

/** Returns lines of CSV (RFC 4180). Prefixes texts that a spreadsheet would run with `'`. */
export function csvLines(rows: CsvCell[][]): string {
  const safe = rows.map((row) =>
    row.map((cell) => (typeof cell === "string" ? escapeParts(cell) : cell)),
  );
  return rows.length === 0 ? "" : `${Papa.unparse(safe, { escapeFormulae })}\r\n`;
}

/** A column's title and the function that returns its cell. */
export type CsvColumn<T> = readonly [title: string, cell: (row: T) => CsvCell];

/** Yields a CSV table: the line of titles, then one chunk per page. */
export async function* csvOf<T>(
  columns: readonly CsvColumn<T>[],
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield csvLines([columns.map(([title]) => title)]);
  for await (const rows of pages)
    yield csvLines(rows.map((row) => columns.map(([, cell]) => cell(row))));
}
