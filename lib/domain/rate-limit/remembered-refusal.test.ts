import { expect, test } from "vitest";
import type { Service } from "@/lib/domain/context";
import { recallRefusal, rememberRefusal } from "./remembered-refusal";

// Only the identity of its secrets is used.
const createProcess = () => ({ secrets: {} as Service["secrets"] });

test("the memory of refusals keeps the latest 10 000, however many keys are refused", () => {
  const here = createProcess();
  const refused = 20_000;
  for (let key = 0; key < refused; key++) rememberRefusal(here, `key-${key}`, 60_000);
  const recalled = Array.from({ length: refused }, (_, key) => key).filter(
    (key) => recallRefusal(here, `key-${key}`, 0) > 0,
  );
  expect([recalled.length, recalled[0], recalled.at(-1)]).toEqual([
    10_000,
    refused - 10_000,
    refused - 1,
  ]);
});

test("a key that is refused again and again takes one place", () => {
  const here = createProcess();
  rememberRefusal(here, "other", 60_000);
  for (let round = 0; round < 11_000; round++) rememberRefusal(here, "same", 60_000 + round);
  expect([recallRefusal(here, "other", 0), recallRefusal(here, "same", 0)]).toEqual([
    60_000, 70_999,
  ]);
});

test("a refusal ends with its window, and no process shares another's", () => {
  const [here, other] = [createProcess(), createProcess()];
  rememberRefusal(here, "key", 1_000);
  expect([
    recallRefusal(here, "key", 999),
    recallRefusal(here, "key", 1_000),
    recallRefusal(here, "key", 5_000),
    recallRefusal(other, "key", 0),
  ]).toEqual([1, 0, 0, 0]);
});
