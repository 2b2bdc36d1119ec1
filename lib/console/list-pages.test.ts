import { expect, test } from "vitest";
import { listPages } from "./list-pages";

const search = (after?: string) => ({ path: "/users", search: { q: "ada", after } });

test("the first page begins at 1, and the next one knows how many came before", () => {
  expect(listPages({}, { ...search(), next: "01", shown: 50 })).toEqual({
    first: null,
    next: "/users?q=ada&after=01&seen=50",
    range: { from: 1, to: 50 },
  });
  expect(listPages({ seen: "50" }, { ...search("01"), next: null, shown: 12 })).toEqual({
    first: "/users?q=ada",
    next: null,
    range: { from: 51, to: 62 },
  });
});

test("the first page ignores a number of entries before it", () => {
  expect(listPages({ seen: "50" }, { ...search(), next: null, shown: 2 }).range).toEqual({
    from: 1,
    to: 2,
  });
});

test.each(["", "-1", "1e99", "x", "1.5", undefined, ["1", "2"]])(
  "a page that doesn't know its place has no range: %s",
  (seen) => {
    const pages = listPages({ seen }, { ...search("01"), next: "02", shown: 50 });
    expect(pages).toEqual({
      first: "/users?q=ada",
      next: "/users?q=ada&after=02",
      range: undefined,
    });
  },
);

test("a page without entries has no range", () => {
  expect(listPages({}, { ...search(), next: "01", shown: 0 }).range).toBeUndefined();
});
