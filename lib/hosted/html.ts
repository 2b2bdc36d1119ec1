/** Safe markup. `html` inserts it unchanged and escapes all other values. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | false | undefined | readonly Html[];

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeText = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

function toText(part: Part): string {
  if (part === false || part === undefined) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object"
    ? part.map(({ text }) => text).join("")
    : escapeText(String(part));
}

/**
 * Creates markup and escapes inserted values. Insert values only between tags and in quoted
 * attributes, never inside a script or a style element.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, next, index) => text + toText(parts[index - 1]) + next));

/** Renders JSON for the page's script in a non-executable element. */
export function dataIsland(id: string, data: object): Html {
  const json = JSON.stringify(data).replace(/</g, "\\u003c");
  return new Html(`<script type="application/json" id="${id}">${json}</script>`);
}
