import { expect, test } from "vitest";
import { highlight } from "./highlight";

const kindsOf = (language: string, code: string) =>
  Object.fromEntries(highlight(language, code).map(({ kind, text }) => [text, kind]));

test.each([
  [
    "ts",
    'const a = await f("x"); // why',
    { const: "keyword", '"x"': "string", "// why": "comment", f: "name" },
  ],
  [
    "py",
    "def f():  # why\n    return 'x'",
    { def: "keyword", f: "name", "# why": "comment", "'x'": "string" },
  ],
  ["go", 'return `json:"a"`, nil', { return: "keyword", '`json:"a"`': "string", nil: "keyword" }],
  [
    "sh",
    'curl "$URL" \\\n  -H "A: b" # why',
    { curl: "name", '"$URL"': "string", "-H": "name", "# why": "comment" },
  ],
  [
    "php",
    "$a = f('x'); // why\nreturn $a;",
    { $a: "name", f: "name", "'x'": "string", "// why": "comment", return: "keyword" },
  ],
  [
    "rb",
    'def f(a) # why\n  "x#{a}"\nend',
    { def: "keyword", f: "name", '"x#{a}"': "string", "# why": "comment", end: "keyword" },
  ],
  ["json", '{"a": "b", "c": -1}', { '"a"': "name", '"b"': "string", "-1": "keyword" }],
  [
    "html",
    '<p id="x">const</p><script>const y</script>',
    { id: "name", '"x"': "string", const: "keyword" },
  ],
])("%s: what stands out is told apart", (language, code, kinds) =>
  expect(kindsOf(language, code)).toMatchObject(kinds),
);

test.each(["ts", "py", "go", "php", "rb", "sh", "json", "html", "sql", "conf", "text"])(
  "%s: nothing of the code is lost or changed",
  (language) => {
    const code =
      'a "unclosed\nb \'c\' `d` # e // f /* g */ <script>const h = 1</script> <!-- i --> $j --k {"l": [1, null]}\n\\';
    expect(
      highlight(language, code)
        .map(({ text }) => text)
        .join(""),
    ).toBe(code);
  },
);
