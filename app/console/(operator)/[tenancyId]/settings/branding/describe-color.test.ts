import { expect, test } from "vitest";
import { contrastOf } from "@/lib/domain/base/brand-theme";
import { describeColor } from "./describe-color";

test("a readable color is used as it is", () => {
  expect(describeColor("#0E6A4E")).toEqual({
    fill: "#0e6a4e",
    onFill: "#ffffff",
    text: "#0e6a4e",
    note: "",
  });
});

test("a light color stays on buttons, and links are darker until they can be read", () => {
  const { fill, onFill, text, note } = describeColor("#ffd400");
  expect([fill, onFill]).toEqual(["#ffd400", "#000000"]);
  expect(contrastOf(text, "#ffffff")).toBeGreaterThanOrEqual(4.5);
  expect(note).toContain(`links use the darker ${text}. Buttons keep your color`);
});

test("white is darker on buttons, too", () => {
  const { fill, text, note } = describeColor("#ffffff");
  expect(fill).toBe(text);
  expect(note).toContain("Buttons use it, too");
});
