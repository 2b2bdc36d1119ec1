import { expect, test } from "vitest";
import { z } from "zod";
import { hrefOf, listSearch, searchDay, searchText } from "./list-search";

const users = listSearch(
  { q: searchText, state: z.enum(["enabled", "disabled"]), from: searchDay },
  { sort: z.enum(["email", "oldest"]) },
);

test("reads filters, view and position", () => {
  expect(
    users.read({ q: " ada ", state: "disabled", from: "2026-01-31", sort: "email", after: "01" }),
  ).toEqual({ q: "ada", state: "disabled", from: "2026-01-31", sort: "email", after: "01" });
});

test.each([
  ["an empty text", { q: "" }],
  ["blanks", { q: "   " }],
  ["a text that is too long", { q: "a".repeat(255) }],
  ["a NUL", { q: "a\0b" }],
  ["half of a character", { q: "a\ud800" }],
  ["an unknown word", { state: "gone", sort: "toString" }],
  ["a day that does not exist", { from: "2026-02-30" }],
  ["no values", { q: [] }],
  ["an unknown parameter", { other: "1" }],
])("ignores %s", (_, params) => {
  const search = users.read(params);
  expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
  expect(users.isFiltered(search)).toBe(false);
});

test("takes the first of several values", () => {
  expect(users.read({ q: ["ada", "bob"] }).q).toBe("ada");
});

test("counts filters, not the view or the position", () => {
  expect(users.isFiltered(users.read({ sort: "email", after: "01" }))).toBe(false);
  expect(users.isFiltered(users.read({ state: "enabled" }))).toBe(true);
});

test("writes what it reads", () => {
  const search = users.read({ q: "a&b=ü", sort: "email" });
  const href = hrefOf("/users", { ...search, after: "02" });
  const { searchParams } = new URL(href, "https://keystead.example");
  expect(users.read(Object.fromEntries(searchParams))).toEqual({ ...search, after: "02" });
  expect(hrefOf("/users", users.read({}))).toBe("/users");
});
