import { expect, test } from "vitest";
import { disablerWords } from "./disabler-words";

test("names an API key as one, and an operator by their email", () => {
  expect(disablerWords({ kind: "apiKey", name: "Demo" })).toBe("the API key “Demo”");
  expect(disablerWords({ kind: "operator", name: "ada@a.example" })).toBe("ada@a.example");
});
