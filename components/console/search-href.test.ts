import { expect, test } from "vitest";
import { searchHref } from "./search-href";

test("the URL of a search has the fields that are set", () => {
  expect(
    searchHref("/users", [
      ["q", " a&b "],
      ["state", ""],
      ["email", "none"],
      ["file", new Blob()],
    ]),
  ).toBe("/users?q=a%26b&email=none");
});

test("a search without a value is the whole list", () => {
  expect(searchHref("/users", [["q", "  "]])).toBe("/users");
});
