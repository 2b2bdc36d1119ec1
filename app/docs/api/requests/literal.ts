/** How a language writes JSON values. */
export interface LiteralStyle {
  object: readonly [open: string, close: string];
  key: (name: string) => string;
  string: (text: string) => string;
  none: string;
  yes: string;
  no: string;
  indent: string;
  /** After the last of several lines. */
  lastComma: "," | "";
  /** An object without fields, if `object` alone would be an empty list. */
  emptyObject?: string;
}

const isNested = (value: unknown): value is object => typeof value === "object" && value !== null;

function scalar(value: unknown, style: LiteralStyle): string {
  if (value === null) return style.none;
  if (typeof value === "boolean") return value ? style.yes : style.no;
  return typeof value === "string" ? style.string(value) : JSON.stringify(value);
}

function lines(
  [open, close]: readonly [string, string],
  items: string[],
  style: LiteralStyle,
): string {
  const inner = items.map((item) => `${style.indent}${item.replace(/\n/g, `\n${style.indent}`)}`);
  return `${open}\n${inner.join(",\n")}${style.lastComma}\n${close}`;
}

/** Writes a JSON value in the syntax of a language. Lists of plain values stay on one line. */
export function literal(value: unknown, style: LiteralStyle): string {
  if (!isNested(value)) return scalar(value, style);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => literal(item, style));
    return value.some(isNested) ? lines(["[", "]"], items, style) : `[${items.join(", ")}]`;
  }
  const fields = Object.entries(value).map(
    ([name, field]) => `${style.key(name)}${literal(field, style)}`,
  );
  return fields.length === 0
    ? (style.emptyObject ?? style.object.join(""))
    : lines(style.object, fields, style);
}

/** Indents every line but the first. */
export const indented = (text: string, by: string): string => text.replace(/\n/g, `\n${by}`);
