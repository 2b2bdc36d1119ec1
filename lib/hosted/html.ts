import { html as render, raw } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/** Safe markup. `html` inserts it unchanged and escapes all other values. */
export type Html = HtmlEscapedString;

type Part = Html | string | number | false | undefined | readonly Html[];

/**
 * Creates markup and escapes inserted values. Insert values only between tags and in quoted
 * attributes, never inside a script or a style element.
 */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  // Not a promise, because no part is one.
  render(strings, ...parts) as Html;

/** Renders JSON for the page's script in a non-executable element. */
export const dataIsland = (id: string, data: object): Html =>
  html`<script type="application/json" id="${id}">${raw(
    JSON.stringify(data).replace(/</g, "\\u003c"),
  )}</script>`;
