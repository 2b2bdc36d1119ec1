import type { TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";

/** Returns after how many days the tenancy's timeline events are deleted. */
export async function findTimelineDays({ db, tenancy }: TenancyContext): Promise<number> {
  const { timelineDays } = await db.tenancy.findUniqueOrThrow({
    where: { id: tenancy.id },
    select: { timelineDays: true },
  });
  return timelineDays;
}

/** Returns since when (ms) the timeline has all events. */
export const findEventsFrom = async (ctx: TenancyContext): Promise<number> =>
  ctx.clock.now() - (await findTimelineDays(ctx)) * lifetimes.dayMs;
