import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import PageError from "./error";

const draw = (error: Error & { digest?: string }) =>
  renderToStaticMarkup(createElement(PageError, { error }));

test("a failed page offers another try, other pages and the reference of the server's log", () => {
  const drawn = draw(Object.assign(new Error("password=hunter2"), { digest: "4022331" }));
  expect(drawn).toContain("Try again</button>");
  expect(drawn).toMatch(/href="\/".*href="\/docs".*href="\/console"/s);
  expect(drawn).toMatch(/server’s log for <code[^>]*>4022331</);
  expect(drawn).not.toContain("hunter2");
});

test("without a reference, none is named", () => {
  expect(draw(new Error("x"))).not.toContain("server’s log");
});
