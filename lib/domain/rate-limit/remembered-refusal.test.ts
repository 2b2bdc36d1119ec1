import { expect, test } from "vitest";
import type { Service } from "@/lib/domain/context";
import { recallRefusal, rememberRefusal } from "./remembered-refusal";

// Only its identity is used.
const createDatabase = () => ({}) as Service["db"];

test("the memory of refusals keeps the latest 10 000, however many keys are refused", () => {
  const db = createDatabase();
  const refused = 20_000;
  for (let key = 0; key < refused; key++) rememberRefusal(db, `key-${key}`, 60_000);
  const recalled = Array.from({ length: refused }, (_, key) => key).filter((key) => recallRefusal(db, `key-${key}`, 0) > 0);
  expect([recalled.length, recalled[0], recalled.at(-1)]).toEqual([10_000, refused - 10_000, refused - 1]);
});

test("a key that is refused again and again takes one place", () => {
  const db = createDatabase();
  rememberRefusal(db, "other", 60_000);
  for (let round = 0; round < 11_000; round++) rememberRefusal(db, "same", 60_000 + round);
  expect([recallRefusal(db, "other", 0), recallRefusal(db, "same", 0)]).toEqual([60_000, 70_999]);
});

test("a refusal ends with its window, and no database shares another's", () => {
  const [db, other] = [createDatabase(), createDatabase()];
  rememberRefusal(db, "key", 1_000);
  expect([recallRefusal(db, "key", 999), recallRefusal(db, "key", 1_000), recallRefusal(db, "key", 5_000), recallRefusal(other, "key", 0)]).toEqual([1, 0, 0, 0]);
});
