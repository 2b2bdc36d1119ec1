/** Markup that may stand in a page as it is; whatever else is put into `html` is escaped. */
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
 * A template of markup; good between tags and in quoted attributes, never within a script or a
 * style.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, next, index) => text + toText(parts[index - 1]) + next));

/** Data for the page's script, in an element that nothing runs. */
export const dataIsland = (id: string, data: object): Html =>
  new Html(
    `<script type="application/json" id="${id}">${JSON.stringify(data).replace(/</g, "\\u003c")}</script>`,
  );
