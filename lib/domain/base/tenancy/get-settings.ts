import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import type { limitSettings } from "@/lib/domain/base/tenancy/setting/limit-settings";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import { StoredSettings } from "./settings";

/** Reads all settings of contract §2 except the logo's bytes. @throws NotFound */
export async function getSettings({ tenancy }: Pick<TenancyContext, "tenancy">, db: Queryable) {
  const row = await db.tenancy.findFirst({
    where: { id: tenancy.id, deletedAt: null },
    omit: { brandLogo: true, brandLogoType: true, deletedAt: true },
  });
  if (row === null) throw new ServiceError("@error/NotFound");
  const { createdAt, updatedAt, suspendedAt, ...settings } = row;
  // Times in ms.
  return {
    ...settings,
    // A text with a CHECK, because Prisma's enums can't have a hyphen.
    emailCodes: StoredSettings.shape.emailCodes.parse(settings.emailCodes),
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
    suspendedAt: suspendedAt?.getTime() ?? null,
  };
}

export type Settings = Awaited<ReturnType<typeof getSettings>>;

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
