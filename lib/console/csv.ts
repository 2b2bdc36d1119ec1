/** Value of a cell. Timestamps are `Date` values, written in ISO 8601. */
export type CsvCell = string | number | boolean | Date | null | undefined;

// Spreadsheets run a text with such a first character as a formula (OWASP, CSV injection). Some also
// accept the full-width forms.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function toText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  return formula.test(cell) ? `'${cell}` : cell;
}

const quoted = (text: string) =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns one line of CSV (RFC 4180). Prefixes texts that a spreadsheet would run with `'`. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => quoted(toText(cell))).join(",")}\r\n`;

/** A column's title and the function that returns its cell. */
export type CsvColumn<T> = readonly [title: string, cell: (row: T) => CsvCell];

/** Yields a CSV table: the line of titles, then one chunk per page. */
export async function* csvOf<T>(
  columns: readonly CsvColumn<T>[],
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title));
  for await (const rows of pages)
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
}
