import { expect, test } from "vitest";
import { randomBytesOf } from "./random-bytes";

test("returns no bytes twice, for any lengths", () => {
  const lengths = Array.from({ length: 3_000 }, (_, index) => [32, 12, 16, 33][index % 4] ?? 0);
  const given = lengths.map((length) => randomBytesOf(length));
  expect(given.map(({ length }) => length)).toEqual(lengths);
  // By chance, eight bytes are alike once in 10^10 such runs.
  const windows = given.flatMap((bytes) =>
    Array.from({ length: bytes.length - 7 }, (_, at) => bytes.subarray(at, at + 8).toString("hex")),
  );
  expect(new Set(windows).size).toBe(windows.length);
});

test("returns bytes that later calls do not change", () => {
  const kept = randomBytesOf(32);
  const was = kept.toString("hex");
  for (let draws = 0; draws < 300; draws++) randomBytesOf(32).fill(0xff);
  expect(kept.toString("hex")).toBe(was);
  expect(was).not.toMatch(/^0+$/);
});
