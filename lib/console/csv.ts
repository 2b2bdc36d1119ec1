/** What a cell may hold; a moment is a Date. */
export type CsvCell = string | number | boolean | Date | null | undefined;

// Spreadsheets run a text that begins like this as a formula (OWASP, CSV injection); some take the
// full-width forms too.
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function toText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell !== "string") return String(cell);
  return formula.test(cell) ? `'${cell}` : cell;
}

const quoted = (text: string) =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** One line of RFC 4180; a text that a spreadsheet would run gets an apostrophe in front. */
export const csvLine = (cells: readonly CsvCell[]): string =>
  `${cells.map((cell) => quoted(toText(cell))).join(",")}\r\n`;

/** What heads a column, and what stands in it. */
export type CsvColumn<T> = readonly [title: string, cell: (row: T) => CsvCell];

/** A table of pages: a line of titles, then a text for each page. */
export async function* csvOf<T>(
  columns: readonly CsvColumn<T>[],
  pages: AsyncIterable<readonly T[]>,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title));
  for await (const rows of pages)
    yield rows.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join("");
}
