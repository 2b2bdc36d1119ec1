import type { TenancyContext } from "@/lib/domain/context";

/** Returns after how many days the tenancy's timeline events are deleted. */
export async function findTimelineDays({ db, tenancy }: TenancyContext): Promise<number> {
  const { timelineDays } = await db.tenancy.findUniqueOrThrow({
    where: { id: tenancy.id },
    select: { timelineDays: true },
  });
  return timelineDays;
}
