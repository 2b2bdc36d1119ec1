import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TextField } from "./text-field";

const labelOf = (props: { isRequired?: boolean; isOptional?: boolean }) =>
  /<label[^>]*>(.*)<\/label>/.exec(
    renderToStaticMarkup(createElement(TextField, { label: "Reason", ...props })),
  )?.[1];

test("“(required)” and “(optional)” look alike, lighter than the label", () => {
  const required = labelOf({ isRequired: true });
  const optional = labelOf({ isOptional: true });
  const lookOf = (label: string | undefined) => /class="([^"]*)"/.exec(label ?? "")?.[1];
  expect(required).toContain("(required)");
  expect(optional).toContain("(optional)");
  expect(lookOf(optional)).toBe(lookOf(required));
  expect(lookOf(optional)).toContain("font-normal");
  expect(labelOf({})).toBe("Reason");
});
