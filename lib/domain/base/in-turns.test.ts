import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { countTurns } from "@/testing/count-turns";
import { inTurns } from "./in-turns";

async function read(count: number) {
  const items = Array.from({ length: count }, (_, index) => index);
  const turnsOf = countTurns();
  const seen: number[] = [];
  for await (const item of inTurns(items)) seen.push(item);
  return { turns: turnsOf(), isComplete: seen.join() === items.join() };
}

test("keeps the order, and lets others run after every few items", async () => {
  expect(await read(0)).toEqual({ turns: 0, isComplete: true });
  expect(await read(limits.rowsPerTurn)).toEqual({ turns: 0, isComplete: true });
  const { turns, isComplete } = await read(10 * limits.rowsPerTurn);
  expect(isComplete).toBe(true);
  expect(turns).toBeGreaterThanOrEqual(9);
});
