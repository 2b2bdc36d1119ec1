import { expect, test } from "vitest";
import { createTimestamp } from "./log";

test("a line has the time that it was written at, to the millisecond", () => {
  let nowMs = Date.UTC(2026, 10, 22, 9, 0, 0, 7);
  const timestamp = createTimestamp({ now: () => nowMs });
  for (const [aheadMs, time] of [
    [0, "09:00:00.007"],
    [0, "09:00:00.007"],
    [1, "09:00:00.008"],
    [-8, "09:00:00.000"],
  ] as const) {
    nowMs += aheadMs;
    expect(JSON.parse(`{"level":30${timestamp()}}`)).toEqual({
      level: 30,
      time: `2026-11-22T${time}Z`,
    });
  }
});
