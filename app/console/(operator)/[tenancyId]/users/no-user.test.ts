import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { noUser } from "./no-user";

const hintFor = (text: string) => {
  const search = { tenancyId: "t", text, hasFilters: false, suggestions: [], hasErased: false };
  return renderToStaticMarkup(noUser(search).text);
};

test("only a short search is told to be longer", () => {
  expect(hintFor("zz")).toContain("three or more characters");
  expect(hintFor("zzz")).toContain("Search for another part of the email or name");
  expect(hintFor("zzzz")).not.toContain("three or more characters");
});
