import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { alarmKey, endOfHour, readCeiling, skipsCeiling } from "./challenge-ceiling";
import { askingLimits } from "./mailbox-limits";

/** Milliseconds until a mailbox may ask again: until enough of its past askings are out of each window. */
async function mailboxWaitMs(ctx: TenancyContext, email: string, now: Date): Promise<number> {
  const mailbox = await ctx.db.mailbox.findUnique({ where: { tenancyId_email: { tenancyId: ctx.tenancy.id, email } }, select: { askedAt: true } });
  const latestFirst = (mailbox?.askedAt ?? []).map((at) => at.getTime()).sort((a, b) => b - a);
  const waits = askingLimits(ctx.tenancy).map(({ most, withinMs }) => (latestFirst[most - 1] ?? -Infinity) + withinMs - now.getTime());
  return Math.max(0, ...waits);
}

async function ceilingWaitMs(ctx: TenancyContext, now: Date): Promise<number> {
  const [row] = (await ctx.run(Prisma.sql`WITH ${readCeiling(ctx, now)} SELECT "total" FROM used`)) as { total: number }[];
  if (skipsCeiling(ctx) || (row?.total ?? 0) < ctx.tenancy.challengesPerHourCeiling) return 0;
  const first = await ctx.db.limitCounter.createMany({ data: { key: alarmKey(ctx, now), points: 1, expire: endOfHour(now) }, skipDuplicates: true });
  if (first.count > 0) await recordAudit(ctx, ctx.db, { action: "challenge.ceiling-reached", target: { kind: "tenancy", id: ctx.tenancy.id } });
  return endOfHour(now) - now.getTime();
}

/** Tells for how long no code is to be had; the first refusal by the ceiling in an hour leaves an audit event. */
export async function refuseChallenge(ctx: TenancyContext, { email, now, skipsLimits }: { email: string; now: Date; skipsLimits: boolean }): Promise<never> {
  const waits = [skipsLimits ? 0 : await mailboxWaitMs(ctx, email, now), await ceilingWaitMs(ctx, now)];
  throw new ServiceError("@error/ChallengeRateLimited", { retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1_000)) });
}
