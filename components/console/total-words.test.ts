import { expect, test } from "vitest";
import { countWords, totalWords } from "./total-words";

test.each([
  [0, "0 users"],
  [1, "1 user"],
  [1_240, "1,240 users"],
  [10_000, "10,000 users"],
  [10_001, "10k+ users"],
])("%i is “%s”", (count, words) => {
  expect(totalWords({ count, one: "user", many: "users" })).toBe(words);
});

test("a total that may be larger says so", () => {
  const total = { isExact: false, one: "user", many: "users" };
  expect(totalWords({ ...total, count: 1 })).toBe("1 or more users");
  expect(totalWords({ ...total, count: 10_001 })).toBe("10k+ users");
});

test.each([
  [{ count: 1_240, isExact: true }, "1,240"],
  [{ count: 10_001, isExact: true }, "10k+"],
  [{ count: 37, isExact: false }, "37+"],
])("%j is “%s” beside its words", (count, words) => {
  expect(countWords(count)).toBe(words);
});
