import { expect, test } from "vitest";
import type { ExampleRequest } from "./example-request";
import { goRequest } from "./go-request";
import { phpRequest } from "./php-request";
import { pythonRequest } from "./python-request";
import { rubyRequest } from "./ruby-request";
import { typescriptRequest } from "./typescript-request";

const post = (value: unknown): ExampleRequest => ({
  method: "POST",
  url: "https://keystead.example/x",
  headers: [],
  body: { type: "json", value },
  repliesWithJson: true,
});

const awkward = { quote: `it's "$HOME" #{1}`, none: null, yes: true, empty: {}, list: [1, "a"] };

test.each([
  ["TypeScript", typescriptRequest, [`quote: "it's \\"$HOME\\" #{1}"`, "none: null", "empty: {}"]],
  ["Python", pythonRequest, [`"quote": "it's \\"$HOME\\" #{1}"`, '"none": None', '"yes": True']],
  ["PHP", phpRequest, [`'quote' => 'it\\'s "$HOME" #{1}'`, "'empty' => new stdClass()"]],
  ["Ruby", rubyRequest, [`quote: "it's \\"$HOME\\" \\#{1}"`, "none: nil", 'list: [1, "a"]']],
  ["Go", goRequest, [`"quote": "it's \\"$HOME\\" #{1}"`, '"none": null']],
])("%s: values that another syntax would change are escaped", (_name, write, parts) => {
  const code = write(post(awkward));
  for (const part of parts) expect(code).toContain(part);
});

test("Go: a backquote ends no string", () =>
  expect(goRequest(post({ tick: "`" }))).toContain('strings.NewReader("{\\n'));
