import { expect, test } from "vitest";
import { findCappedLimits } from "./get-settings";
import { limitSettings } from "./setting/limit-settings";

const defaults = Object.fromEntries(
  Object.entries(limitSettings).map(([name, setting]) => [name, setting.default]),
) as Record<keyof typeof limitSettings, number>;

test("the defaults cap nothing", () => {
  expect(findCappedLimits(defaults)).toEqual([]);
});

test.each([
  [{ challengesPerTenMinutes: 21 }, "challengesPerTenMinutes", "challengesPerDay", 20],
  [{ challengesPerDay: 721 }, "challengesPerDay", "challengesPerTenMinutes", 720],
  [{ challengesPerHourCeiling: 4 }, "challengesPerTenMinutes", "challengesPerHourCeiling", 4],
  [
    { challengesPerHourCeiling: 10, challengesPerDay: 241 },
    "challengesPerDay",
    "challengesPerHourCeiling",
    240,
  ],
  [{ optionsPerMinutePerAddress: 61 }, "optionsPerMinutePerAddress", "optionsPerMinute", 60],
])("%j: %s is capped by %s at %i", (settings, name, cappedBy, max) => {
  expect(findCappedLimits({ ...defaults, ...settings })).toEqual([{ name, cappedBy, max }]);
});
