import { expect, test } from "vitest";
import { KnownJson, toJsonText } from "./known-json";

const known = (value: unknown) => new KnownJson(JSON.stringify(value));

test.each<[string, unknown]>([
  ["nothing", { a: [1, "two", null], b: undefined }],
  [
    "an object at the end",
    { a: 1, b: { c: known({ html: `<p class="x">\n\u2028</p>`, text: "" }) } },
  ],
  [
    "several, of every type, amid others",
    [known("text"), 2, { a: known([3]), b: known(null), c: 'a "quoted" \\u0000 word' }, known({})],
  ],
  ["the whole", known({ a: 1 })],
])("%s of it known, it is what JSON.stringify makes of it", (_name, value) =>
  expect(toJsonText(value)).toBe(JSON.stringify(value)),
);

test("is inserted unchanged", () =>
  expect(toJsonText({ a: new KnownJson('{ "b":  1 }') })).toBe('{"a":{ "b":  1 }}'));

test("a text that looks like its place is refused, and hinders no later answer", () => {
  expect(() => toJsonText({ a: "\u0000", b: known(1) })).toThrow("U+0000");
  expect(JSON.stringify({ b: known(1) })).toBe('{"b":1}');
});
