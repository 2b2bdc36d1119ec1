import { expect, test } from "vitest";
import { offerItems } from "./offer-items";
import type { PaletteItem } from "./palette-item";

const item = (id: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id,
  group: "Go to",
  label: id,
  icon: "overview",
  target: { href: "/" },
  ...rest,
});
const recentUser = item("recent:ada", { group: "Recent", label: "ada@example.com", score: 0.85 });
const recentPage = item("recent:members", { group: "Recent", label: "Members" });
const sources = {
  recent: [recentUser, recentPage],
  ofPage: [item("page:erase", { group: "This page", does: "user.erase" })],
  found: [item("ada"), item("grace")],
  items: [item("members"), item("find-to-erase", { does: "user.erase" })],
};
const ids = (typed: string) => offerItems(sources, typed).map(({ id }) => id);

test("recent items come first, then the actions of the page", () => {
  expect(ids("")).toEqual([
    "recent:ada",
    "recent:members",
    "page:erase",
    "ada",
    "grace",
    "members",
  ]);
});

test("what is found is listed once, as a recent item if it is one", () => {
  expect(ids("ada")).toEqual(["recent:ada", "recent:members", "page:erase", "grace"]);
  expect(ids("grace")).toEqual(["recent:members", "page:erase", "ada", "grace"]);
});

test("an action that finds something to act on gives way to the page’s own", () => {
  expect(ids("erase")).not.toContain("find-to-erase");
  const elsewhere = offerItems({ ...sources, ofPage: [] }, "erase");
  expect(elsewhere.map(({ id }) => id)).toContain("find-to-erase");
});
