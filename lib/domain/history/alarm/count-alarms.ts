import type { Service } from "@/lib/domain/base/context";
import { type AlarmKind, alarmKinds } from "./alarm";

/** Counts the tenancies in which each kind of alarm is raised. */
export async function countAlarms({ db }: Pick<Service, "db">): Promise<Record<AlarmKind, number>> {
  const counts = await db.alarm.groupBy({ by: ["kind"], _count: { _all: true } });
  const byKind = new Map(counts.map(({ kind, _count }) => [kind, _count._all]));
  return Object.fromEntries(alarmKinds.map((kind) => [kind, byKind.get(kind) ?? 0])) as Record<
    AlarmKind,
    number
  >;
}
