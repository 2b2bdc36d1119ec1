import { expect, test } from "vitest";
import { splitMatches } from "./marked";

test.each([
  ["ada@example.com", "ADA", ["", "ada", "@example.com"]],
  ["Augusta Ada", "ada august", ["", "August", "a ", "Ada", ""]],
  ["a.b@example.com", ".", ["a", ".", "b@example", ".", "com"]],
  ["ada@example.com", undefined, ["ada@example.com"]],
  ["ada@example.com", " ", ["ada@example.com"]],
  ["ada@example.com", "(", ["ada@example.com"]],
])("%s, searched for %s", (text, search, parts) => {
  expect(splitMatches(text, search)).toEqual(parts);
});
