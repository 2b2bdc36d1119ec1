import { expect, test } from "vitest";
import type { Service } from "@/lib/domain/context";
import { findCachedRefusal, cacheRefusal } from "./cached-refusal";

// Only the identity of its secrets is used.
const createProcess = () => ({ secrets: {} as Service["secrets"] });

test("the memory of refusals keeps the latest 10 000, however many keys are refused", () => {
  const here = createProcess();
  const refused = 20_000;
  for (let key = 0; key < refused; key++) cacheRefusal(here, `key-${key}`, 60_000);
  const cached = Array.from({ length: refused }, (_, key) => key).filter(
    (key) => findCachedRefusal(here, `key-${key}`, 0) > 0,
  );
  expect([cached.length, cached[0], cached.at(-1)]).toEqual([
    10_000,
    refused - 10_000,
    refused - 1,
  ]);
});

test("a key that is refused again and again takes one place", () => {
  const here = createProcess();
  cacheRefusal(here, "other", 60_000);
  for (let round = 0; round < 11_000; round++) cacheRefusal(here, "same", 60_000 + round);
  expect([findCachedRefusal(here, "other", 0), findCachedRefusal(here, "same", 0)]).toEqual([
    60_000, 70_999,
  ]);
});

test("a refusal ends with its window, and no process shares another's", () => {
  const [here, other] = [createProcess(), createProcess()];
  cacheRefusal(here, "key", 1_000);
  expect([
    findCachedRefusal(here, "key", 999),
    findCachedRefusal(here, "key", 1_000),
    findCachedRefusal(here, "key", 5_000),
    findCachedRefusal(other, "key", 0),
  ]).toEqual([1, 0, 0, 0]);
});
