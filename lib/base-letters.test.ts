import { expect, test } from "vitest";
import { toBaseLetters } from "./base-letters";

test.each([
  ["Yılmaz", "yilmaz"],
  ["İSTANBUL", "istanbul"],
  ["Straße", "strasse"],
  ["Łukasz Ørsted", "lukasz orsted"],
  ["Nguyễn", "nguyen"],
  ["Æsir Þór", "aesir thor"],
  ["Алёша", "алеша"],
  ["李小龙", "李小龙"],
  ["", ""],
])("%s is compared as %s", (text, base) => {
  expect(toBaseLetters(text)).toBe(base);
  expect(toBaseLetters(text.normalize("NFD"))).toBe(base);
});
