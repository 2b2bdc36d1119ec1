import { expect, test } from "vitest";
import { findSameUrl } from "./find-same-url";

const mirror = { name: "Mirror", url: "https://app.example.com/hooks" };
const root = { name: "Root", url: "https://other.example.com/" };

test.each([
  ["https://app.example.com/hooks", mirror],
  [" HTTPS://APP.example.com:443/hooks ", mirror],
  ["https://other.example.com", root],
  ["https://app.example.com/hooks/", undefined],
  ["https://app.example.com/hooks?a=b", undefined],
  ["app.example.com/hooks", undefined],
  ["", undefined],
])("%s", (typed, found) => {
  expect(findSameUrl(typed, [mirror, root])).toBe(found);
});
