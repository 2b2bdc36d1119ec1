import type { Block, Inline } from "@/app/docs/guide";

/** Returns inline content without its marks. */
export const plainText = (parts: Inline[]): string =>
  parts.map((part) => ("text" in part ? part.text : plainText(part.children))).join("");

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const ended = (text: string) => (/[.!?…:]$/.test(text) ? text : `${text}.`);

/** Average lengths. "yes" means nothing without its header, and a sentence is no name. */
const leastDescriptionLength = 12;
const mostNameLength = 30;
/** Of the longest column. Columns of similar texts are alternatives, such as frameworks. */
const similarLength = 0.8;

/**
 * Returns the column of a table's descriptions, which is the one with the most text after the names,
 * or -1 if every cell needs its header.
 */
function descriptionColumn(rows: string[][]): number {
  const lengths = (rows[0] ?? []).map(
    (_, column) => rows.reduce((sum, row) => sum + (row[column] ?? "").length, 0) / rows.length,
  );
  const [names = 0, ...cells] = lengths;
  const longest = Math.max(...cells);
  const alternatives = cells.filter((length) => length > longest * similarLength);
  const isDescribed =
    longest >= leastDescriptionLength && names <= mostNameLength && alternatives.length === 1;
  return isDescribed ? cells.indexOf(longest) + 1 : -1;
}

/** Writes each row of a table as sentences: `NAME: description. Header: cell.` */
function textsOfRows(header: string[], rows: string[][]): string[] {
  const described = descriptionColumn(rows);
  return rows.map((row) => {
    const name = (row[0] ?? "").replace(/:$/, "");
    const description = row[described] ?? "";
    const rest = row.flatMap((cell, column) =>
      column === 0 || column === described || cell === ""
        ? []
        : [`${capitalized(header[column] ?? "")}: ${ended(cell)}`],
    );
    const first = description === "" ? ended(name) : `${name}: ${ended(description)}`;
    return [first, ...rest].join(" ");
  });
}

/** Returns the paragraphs, list items and rows of a block, each as plain sentences. */
export function textsOf(block: Block): string[] {
  switch (block.type) {
    case "paragraph":
      return [plainText(block.children)];
    case "list":
      return block.items.flat().flatMap(textsOf);
    case "note":
      return block.blocks.flatMap(textsOf);
    case "mode":
      return [...block.local, ...block.elsewhere].flatMap(textsOf);
    case "table": {
      // Rows with an anchor are entries of their own.
      if (block.ids.length > 0) return [];
      return textsOfRows(
        block.header.map(plainText),
        block.rows.map((row) => row.map(plainText)),
      );
    }
    case "heading":
    case "code":
    case "diagram":
    case "picture":
    case "tabs":
      return [];
  }
}

/** Returns the code of a block, in one language. */
export function codeOf(block: Block): string[] {
  if (block.type === "code") return [block.code];
  // The other languages call the same API.
  if (block.type === "tabs") return block.codes.slice(0, 1).map(({ code }) => code);
  if (block.type === "list") return block.items.flat().flatMap(codeOf);
  if (block.type === "mode") return [...block.local, ...block.elsewhere].flatMap(codeOf);
  return block.type === "note" ? block.blocks.flatMap(codeOf) : [];
}
