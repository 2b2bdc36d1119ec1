import { expect, test } from "vitest";
import { chooseLocale, chooseLocaleAmong } from "./choose-locale";

test.each([
  ["de", "de"],
  ["DE-at", "de"],
  ["es-Latn-419", "es"],
  ["den", "fr"],
  ["d", "fr"],
  ["-de", "fr"],
  ["tlh", "fr"],
  ["*", "fr"],
  ["", "fr"],
  [undefined, "fr"],
])("%j in a French tenancy gives %s", (preferred, expected) => {
  expect(chooseLocale(preferred, "fr")).toBe(expected);
});

test("uses the first preferred language that has templates, and English as the last resort", () => {
  expect(chooseLocaleAmong(["tlh", "fr-CA", "de"], "es")).toBe("fr");
  expect(chooseLocaleAmong([], "tlh")).toBe("en");
});

test("falls back for a tag as long as a URL allows", () => {
  expect(chooseLocale("a-".repeat(100_000), "es")).toBe("es");
});
