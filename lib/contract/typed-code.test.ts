import { describe, expect, test } from "vitest";
import { findTypedCode, normalizeTypedCode } from "./typed-code";

const digitsOfAllScripts = Array.from({ length: 0x11_0000 }, (_, point) => point)
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))
  .filter((text) => /^\p{Nd}$/u.test(text));

test("the digits of every script count, ten in a row", () => {
  expect(digitsOfAllScripts.length).toBeGreaterThan(600);
  expect(normalizeTypedCode(digitsOfAllScripts.join(""))).toBe(
    "0123456789".repeat(digitsOfAllScripts.length / 10),
  );
});

test.each([
  ["012345", "012345"],
  [" 012345\n", "012345"],
  ["012 345", "012345"],
  ["0-1 2–3—4\u22125", "012345"],
  ["\u202a012\u200b345\u202c\ufeff", "012345"],
  ["012\u00ad\u00a0345\u3000", "012345"],
  ["０１２３４５", "012345"],
  ["٠١٢٣٤٥", "012345"],
  ["۰۱۲۳۴۵", "012345"],
  ["०१२३४५", "012345"],
  ["𝟎𝟙𝟚𝟥𝟦𝟻", "012345"],
  ["①②③④⑤⑥", "①②③④⑤⑥"],
  ["O12345", "O12345"],
  ["0.12345", "0.12345"],
  ["", ""],
])("%j is typed as %j", (typed, code) => {
  expect(normalizeTypedCode(typed)).toBe(code);
});

describe("a code of six digits", () => {
  test.each([
    ["012345", "012345"],
    ["Shop24: 995286", "995286"],
    ["valid for 10 minutes: 628051", "628051"],
    ["628051 is valid for 10 minutes", "628051"],
    ["Shop24: 995 286", "995286"],
    ["Shop24 – 995-286.", "995286"],
    ["Ihr Code: ０１２３４５ (24 h)", "012345"],
    ["رمزك ٩٩٥٢٨٦ صالح ١٠ دقائق", "995286"],
    ["0 1 2 3 4 5", "012345"],
    ["call +49 30 1234567, code 995286", "995286"],
    ["12", "12"],
    ["01234\u200b", "01234"],
    ["0123456", "012345"],
    ["no digits", ""],
  ])("%j: %j", (text, code) => {
    expect(findTypedCode(text, 6)).toBe(code);
  });
});
