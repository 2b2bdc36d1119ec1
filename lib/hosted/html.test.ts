import { expect, test } from "vitest";
import { dataIsland, html } from "./html";

const hostile = `</script><b a="1" b='2'>&amp;`;
const escaped = "&lt;/script&gt;&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp;amp;";

test("escapes texts once, in markup within markup too", () => {
  const inner = html`<i title="${hostile}">${hostile}</i>`;
  expect(`${html`<p>${inner}${[inner]}${hostile}</p>`}`).toBe(
    `<p>${`<i title="${escaped}">${escaped}</i>`.repeat(2)}${escaped}</p>`,
  );
});

test("omits false and undefined, and writes numbers", () => {
  expect(`${html`<p>${false}${undefined}${0}${""}</p>`}`).toBe("<p>0</p>");
});

test("the data of a page never ends its element", () => {
  const island = `${dataIsland("page", { text: hostile })}`;
  expect(island.match(/<\/?\w+/g)).toEqual(["<script", "</script"]);
  expect(JSON.parse(island.replaceAll(/^<[^>]+>|<\/script>$/g, ""))).toEqual({ text: hostile });
});
