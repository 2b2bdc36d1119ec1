import { expect, test } from "vitest";
import { splitMatches } from "./marked";

test.each([
  ["ada@example.com", "ADA", ["", "ada", "@example.com"]],
  ["Augusta Ada", "ada august", ["", "August", "a ", "Ada", ""]],
  ["a.b@example.com", ".", ["a", ".", "b@example", ".", "com"]],
  ["ada@example.com", undefined, ["ada@example.com"]],
  ["ada@example.com", " ", ["ada@example.com"]],
  ["ada@example.com", "(", ["ada@example.com"]],
  ["Ayşe Yılmaz", "yilm", ["Ayşe ", "Yılm", "az"]],
  ["Große Straße", "strasse gross", ["", "Groß", "e ", "Straße", ""]],
  ["Zoë", "\u0308", ["Zoë"]],
  ["Muller", "Müll", ["", "Mull", "er"]],
  ["Zoë", "zo", ["", "Zo", "ë"]],
])("%s, searched for %s", (text, search, parts) => {
  expect(splitMatches(text, search)).toEqual(parts);
});
