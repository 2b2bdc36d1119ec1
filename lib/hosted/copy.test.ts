import { describe, expect, test } from "vitest";
import { locales } from "@/lib/domain/base/choose-locale";
import { copies, fill, readLanguages } from "./copy";

type Texts = [path: string, text: unknown][];
const textsOf = (value: unknown, path = ""): Texts =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, inner]) =>
        textsOf(inner, path === "" ? name : `${path}.${name}`),
      )
    : [[path, value]];
const placeholdersOf = (text: unknown) =>
  [...String(text).matchAll(/\{\{\w+\}\}/g)].map(([all]) => all).sort();

test("supports the same languages as the emails", () => {
  expect(Object.keys(copies).sort()).toEqual([...locales].sort());
});

describe.each(Object.entries(copies))("%s", (_locale, copy) => {
  const english = textsOf(copies["en"]);

  test("has the same texts as English", () => {
    expect(textsOf(copy).map(([path]) => path)).toEqual(english.map(([path]) => path));
    expect(
      textsOf(copy).filter(([, text]) => typeof text !== "string" || text.trim() === ""),
    ).toEqual([]);
  });

  test("keeps every placeholder", () => {
    const known = new Map(english);
    for (const [path, text] of textsOf(copy)) {
      const wanted = placeholdersOf(known.get(path));
      const found = placeholdersOf(text);
      // A brand that is said once more or once less is a matter of style.
      expect([path, found.filter((each) => each !== "{{brand}}")]).toEqual([
        path,
        wanted.filter((each) => each !== "{{brand}}"),
      ]);
      expect(
        String(text).replaceAll(
          /\{\{(brand|created|passkey|email|place|digits|time|count|names?|browser|system|id)\}\}/g,
          "",
        ),
      ).not.toMatch(/[{}]/);
    }
  });
});

test("does not expand inserted values", () => {
  expect(fill("{{email}} {{brand}}", { email: "{{brand}}", brand: "B" })).toBe("{{brand}} B");
});

test("orders languages by quality and ignores invalid ones", () => {
  expect(readLanguages("fr;q=0.5, de-AT, *;q=0.1, en;q=0.8, ;q=x, es;q=0")).toEqual([
    "de-AT",
    "en",
    "fr",
  ]);
  expect(readLanguages(null)).toEqual([]);
  expect(readLanguages(`${"en,".repeat(200)}de`)).not.toContain("de");
});
