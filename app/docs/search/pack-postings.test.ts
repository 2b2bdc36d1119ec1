import { expect, test } from "vitest";
import { packPostings, type Postings, unpackPostings } from "./pack-postings";

test("unpacks what it packs, sorted by term", () => {
  const long = "x".repeat(40);
  const postings: Postings = [
    ["24", { 3: { 37: 6, 71: 1, 85: 1 }, 4: { 69: 1 } }],
    ["a", { 0: { 0: 1 } }],
    ["ab", { 0: { 0: 12, 1: 1, 1000: 2 } }],
    ["b", { 2: { 5: 1 } }],
    [long, { 1: { 3: 1 } }],
    [`${long}y`, { 1: { 3: 1, 4: 1 } }],
    ["über", { 4: { 2: 1 } }],
  ];
  const packed = packPostings(postings.toReversed());
  expect(packed.split("\n")).toHaveLength(postings.length);
  expect(unpackPostings(packed)).toEqual(postings);
});
