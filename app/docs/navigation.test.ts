import { expect, test } from "vitest";
import { chapters } from "./chapters";
import { guides } from "./guide";
import { findNeighbors, navigation } from "./navigation";

const shown = navigation.flatMap(({ links }) => links.filter(({ isInner }) => isInner !== true));

test("every guide is in the navigation once", () => {
  const slugs = chapters.flatMap((chapter) => chapter.guides.map(({ slug }) => slug));
  expect(slugs.toSorted()).toEqual(guides.map(({ slug }) => slug).toSorted());
  expect(new Set(shown.map(({ href }) => href)).size).toBe(shown.length);
});

test("a title has the same apostrophe everywhere", () => {
  const titles = [
    ...navigation.flatMap(({ links }) => links.map(({ label }) => label)),
    ...guides.flatMap(({ title, description, blocks }) => [
      title,
      description,
      ...blocks.map((block) => (block.type === "heading" ? block.text : "")),
    ]),
  ];
  expect(titles).toContain("What Keystead is and isn’t");
  expect(titles.filter((title) => title.includes("'"))).toEqual([]);
});

test("legacy endpoints come last", () => {
  expect(shown.at(-1)?.href).toMatch(/^\/docs\/api\/legacy-/);
});

test("following “Next” visits every page, and “Previous” leads back", () => {
  const visited = ["/docs"];
  for (;;) {
    const { next } = findNeighbors(visited.at(-1) ?? "");
    if (next === undefined) break;
    expect(findNeighbors(next.href).previous?.href).toBe(visited.at(-1));
    visited.push(next.href);
  }
  expect(visited).toEqual(shown.map(({ href }) => href));
});
