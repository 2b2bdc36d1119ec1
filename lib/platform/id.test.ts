import { expect, test } from "vitest";
import { createId } from "./id";

test("ids are lower-case ULIDs that sort by time and do not repeat", () => {
  const ids = Array.from({ length: 10_000 }, () => createId(1_795_000_000_000));
  for (const id of ids) expect(id).toMatch(/^[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect(new Set(ids).size).toBe(ids.length);
  expect(createId(1_795_000_000_001) > createId(1_795_000_000_000)).toBe(true);
  expect(new Set(ids.map((id) => id.slice(10)).join("")).size).toBe(32);
});
