import { expect, test } from "vitest";
import { withSlot } from "./elements";

const partsOf = (text: string) =>
  /^(.*?)<span[^>]*><strong data-slot="email"[^>]*><\/strong>(.*)<\/span>(.*)$/s
    .exec(`${withSlot(text, "email")}`)
    ?.slice(1);

test("a comma or period after a slot stays on its line", () => {
  expect(partsOf("You confirmed {{email}}, but")).toEqual(["You confirmed ", ",", " but"]);
  expect(partsOf("No account uses {{email}}.")).toEqual(["No account uses ", ".", ""]);
});

test("nothing else is held together, and no brand is expanded", () => {
  expect(partsOf("Sie haben {{email}} bestätigt.")).toEqual(["Sie haben ", "", " bestätigt."]);
  expect(partsOf("As {{email}}. {{brand}} <b>{{email}}")).toEqual([
    "As ",
    ".",
    " {{brand}} &lt;b&gt;{{email}}",
  ]);
});
