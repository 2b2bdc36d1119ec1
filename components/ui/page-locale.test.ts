import { expect, test } from "vitest";
import { englishFor } from "./page-locale";

test("dates are in English, in the reader’s formats if the reader’s language is English", () => {
  for (const language of ["en", "en-US", "en-AU"]) expect(englishFor(language)).toBe(language);
  for (const language of ["de", "de-DE", "fr-CH", "eno"])
    expect(englishFor(language)).toBe("en-GB");
  const at = new Date(2026, 10, 25, 14, 5);
  const words = (language: string) =>
    new Intl.DateTimeFormat(englishFor(language), {
      dateStyle: "medium",
      timeStyle: "short",
    }).format(at);
  expect(words("de-DE")).toBe("25 Nov 2026, 14:05");
});
