import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BarTable } from "./bar-table";

test("a bar is as wide as its percentage, which says what it is of", () => {
  const html = renderToStaticMarkup(
    createElement(BarTable, {
      caption: "Emailed codes",
      of: "requested codes",
      color: "red",
      bars: [
        { label: "Requested", count: 5, share: 1, href: "/requested" },
        { label: "Verified", count: 2, share: 0.4, href: "/verified", color: "blue" },
      ],
    }),
  );
  expect(html).toContain("% of requested codes");
  expect([...html.matchAll(/width:(\d+)%/g)].map(([, width]) => width)).toEqual(["100", "40"]);
  expect([...html.matchAll(/background:(\w+)/g)].map(([, color]) => color)).toEqual([
    "red",
    "blue",
  ]);
  expect(html).toContain(">40%</td>");
  expect(html).toContain('href="/verified"');
});

test("rows without a count are left out, and a small share isn’t 0 %", () => {
  const html = renderToStaticMarkup(
    createElement(BarTable, {
      caption: "Emailed codes",
      of: "requested codes",
      color: "red",
      bars: [
        { label: "Verified", count: 999, share: 0.999 },
        { label: "Expired", count: 0, share: 0 },
        { label: "Deleted", count: 1, share: 0.001 },
      ],
    }),
  );
  expect(html).not.toContain("Expired");
  expect([...html.matchAll(/([^>]*%)<\/td>/g)].map(([, share]) => share)).toEqual([
    "&gt;99%",
    "&lt;1%",
  ]);
});
