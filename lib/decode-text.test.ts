import { expect, test } from "vitest";
import { violationsOf } from "@/testing/violations";
import { decodeText } from "./decode-text";

const text = "Käfer\nrot\n";

test("reads UTF-8 without its mark", () => {
  expect(decodeText(Buffer.from(text))).toBe(text);
  expect(decodeText(Buffer.from(`\uFEFF${text}`))).toBe(text);
  expect(decodeText(Buffer.from(""))).toBe("");
});

test("names the encoding of any other file, or the line", async () => {
  const cases: [string, Buffer, RegExp][] = [
    ["UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le"), /^is UTF-16 or binary/],
    ["big-endian UTF-16", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), /^is UTF-16/],
    ["UTF-16 without a mark", Buffer.from("NAME=1", "utf16le"), /^is UTF-16 or binary/],
    ["Latin-1", Buffer.from(`a\nb\n${text}`, "latin1"), /line 3, but probably Latin-1/],
    ["a cut character", Buffer.from("Kä").subarray(0, 2), /line 1/],
  ];
  expect(
    await violationsOf(cases, (_name, bytes, words) => {
      expect(() => decodeText(bytes)).toThrow(words);
    }),
  ).toEqual([]);
});
