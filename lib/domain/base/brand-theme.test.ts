import { readFileSync } from "node:fs";
import { array, assert, integer, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { brandStyle, contrastOf, grounds, themeOf } from "./brand-theme";

const color = tuple(
  integer({ min: 0, max: 255 }),
  integer({ min: 0, max: 255 }),
  integer({ min: 0, max: 255 }),
).map((rgb) => `#${rgb.map((value) => value.toString(16).padStart(2, "0")).join("")}`);

test("keeps text readable for every brand color in light and dark mode", () => {
  assert(
    property(array(color, { minLength: 1, maxLength: 1 }), ([brand = ""]) => {
      for (const scheme of ["light", "dark"] as const) {
        const theme = themeOf(brand, scheme);
        if (theme === null) throw new Error("no theme");
        for (const ground of grounds[scheme])
          expect(contrastOf(theme.accent, ground)).toBeGreaterThanOrEqual(4.5);
        for (const under of [theme.accent, theme.accentStrong])
          expect(contrastOf(theme.onAccent, under)).toBeGreaterThanOrEqual(4.5);
        for (const under of [theme.fill, theme.fillStrong])
          expect(contrastOf(theme.onFill, under)).toBeGreaterThanOrEqual(4.5);
      }
    }),
  );
});

test("keeps a readable color and adjusts an unreadable one", () => {
  expect(themeOf("#0E6A4E", "light")?.accent).toBe("#0e6a4e");
  expect(themeOf("#0e6a4e", "dark")?.accent).not.toBe("#0e6a4e");
  expect(themeOf("#ffee00", "dark")).toMatchObject({ accent: "#ffee00", onAccent: "#000000" });
  expect(themeOf("#ffee00", "light")?.accent).not.toBe("#ffee00");
});

test("uses the exact brand color for buttons unless they would have no visible edge", () => {
  expect(themeOf("#f2c500", "light")).toMatchObject({ fill: "#f2c500", onFill: "#000000" });
  const white = themeOf("#ffffff", "light");
  expect(white?.fill).toBe(white?.accent);
  expect(themeOf("#101010", "dark")?.fill).not.toBe("#101010");
});

test("returns no theme for a missing or malformed color", () => {
  expect(brandStyle(null)).toBe("");
  expect(brandStyle("red;}body{display:none")).toBe("");
});

test("uses the background colors of the style sheet", () => {
  const css = readFileSync("app/globals.css", "utf8");
  for (const [name, index] of [
    ["surface", 0],
    ["ground", 1],
  ] as const)
    expect(css).toContain(
      `--${name}: light-dark(${grounds.light[index]}, ${grounds.dark[index]});`,
    );
});
