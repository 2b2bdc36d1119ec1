import { expect, test } from "vitest";
import type { Service } from "@/lib/domain/base/context";
import { cacheRefusal, findCachedRefusal } from "./count-request";

// Only the identity of its secrets is used.
const createProcess = () => ({ secrets: {} as Service["secrets"] });

test("the cache keeps the latest 10,000 refusals", () => {
  const own = createProcess();
  const refused = 20_000;
  for (let key = 0; key < refused; key++) cacheRefusal(own, `key-${key}`, 60_000);
  const cached = Array.from({ length: refused }, (_, key) => key).filter(
    (key) => findCachedRefusal(own, `key-${key}`, 0) > 0,
  );
  expect([cached.length, cached[0], cached.at(-1)]).toEqual([
    10_000,
    refused - 10_000,
    refused - 1,
  ]);
});

test("a key that is refused repeatedly takes one entry", () => {
  const own = createProcess();
  cacheRefusal(own, "other", 60_000);
  for (let round = 0; round < 11_000; round++) cacheRefusal(own, "same", 60_000 + round);
  expect([findCachedRefusal(own, "other", 0), findCachedRefusal(own, "same", 0)]).toEqual([
    60_000, 70_999,
  ]);
});

test("a cached refusal ends with its window and is not shared between processes", () => {
  const own = createProcess();
  const other = createProcess();
  cacheRefusal(own, "key", 1_000);
  expect([
    findCachedRefusal(own, "key", 999),
    findCachedRefusal(own, "key", 1_000),
    findCachedRefusal(own, "key", 5_000),
    findCachedRefusal(other, "key", 0),
  ]).toEqual([1, 0, 0, 0]);
});
