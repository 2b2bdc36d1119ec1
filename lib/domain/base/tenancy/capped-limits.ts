import { lifetimes, limits } from "@/lib/limits";
import type { limitSettings } from "./setting/limit-settings";

type Limit = keyof typeof limitSettings;

/** A limit that has no effect, because another one is reached first. */
export interface CappedLimit {
  name: Limit;
  cappedBy: Limit;
  /** The most that `name` can reach. */
  max: number;
}

const dayIn = (periodMs: number) => lifetimes.dayMs / periodMs;
const tenMinutesMs = 600_000;
const hourMs = 3_600_000;

/** Each pair that bounds one another, with the first one's maximum at a value of the second. */
const caps: { name: Limit; cappedBy: Limit; maxAt: (value: number) => number }[] = [
  { name: "challengesPerTenMinutes", cappedBy: "challengesPerDay", maxAt: (day) => day },
  {
    name: "challengesPerDay",
    cappedBy: "challengesPerTenMinutes",
    maxAt: (tenMinutes) => tenMinutes * dayIn(tenMinutesMs),
  },
  {
    name: "challengesPerTenMinutes",
    cappedBy: "challengesPerHourCeiling",
    maxAt: (hour) => hour,
  },
  {
    name: "challengesPerDay",
    cappedBy: "challengesPerHourCeiling",
    maxAt: (hour) => hour * dayIn(hourMs),
  },
  {
    // One address belongs to one network, which gets a share of the tenancy's total.
    name: "optionsPerMinutePerAddress",
    cappedBy: "optionsPerMinute",
    maxAt: (total) => Math.max(1, Math.floor(total / limits.prefixesPerBudget)),
  },
];

/** Finds the limits that never apply because another one is lower. */
export const findCappedLimits = (settings: Record<Limit, number>): CappedLimit[] =>
  caps
    .map(({ name, cappedBy, maxAt }) => ({ name, cappedBy, max: maxAt(settings[cappedBy]) }))
    .filter(({ name, max }) => settings[name] > max);
