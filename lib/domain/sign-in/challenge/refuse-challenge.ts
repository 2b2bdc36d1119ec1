import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { ServiceError } from "@/lib/errors";
import { alarmKey, endOfHour, readUsage, skipsCeiling } from "./challenge-ceiling";
import {
  allTagsRequestLimits,
  requestLimits,
  visitorRequestLimits,
  waitMs,
} from "./mailbox-limits";
import { budgetsOf, type Visitor, visitorCeilings } from "./visitor-limits";

interface Refused {
  email: string;
  now: Date;
  skipsLimits: boolean;
  visitor?: Visitor | undefined;
}

async function mailboxWaitMs(
  ctx: TenancyContext,
  { email, now, visitor }: Refused,
): Promise<number> {
  const { id: tenancyId } = ctx.tenancy;
  const counted = countedMailbox(email);
  const rows = await ctx.db.mailbox.findMany({
    where: { tenancyId, email: { in: [email, counted] } },
  });
  const rowOf = (address: string) => rows.find((row) => row.email === address);
  const mailbox = rowOf(counted);
  if (visitor === undefined)
    return Math.max(
      waitMs(rowOf(email)?.askedAt, requestLimits(ctx.tenancy), now),
      waitMs(mailbox?.allTagsAskedAt, allTagsRequestLimits(ctx.tenancy), now),
    );
  const budgets = budgetsOf(ctx, visitor);
  const used = await ctx.db.visitorBudget.findMany({
    where: { tenancyId, email: counted, visitor: { in: budgets.map((budget) => budget.visitor) } },
  });
  const waits = budgets.map((budget) =>
    waitMs(used.find((row) => row.visitor === budget.visitor)?.askedAt, budget.limits, now),
  );
  return Math.max(
    ...waits,
    visitor.browserId === undefined
      ? waitMs(mailbox?.visitorAskedAt, visitorRequestLimits(ctx.tenancy), now)
      : 0,
  );
}

/** Audits the hour's first refusal by a ceiling; the console shows the event. */
async function recordAlarm(
  ctx: TenancyContext,
  now: Date,
  alarm: "challenge-alarm" | "challenge-visitor-alarm",
): Promise<void> {
  const first = await ctx.db.limitCounter.createMany({
    data: { key: alarmKey(ctx, now, alarm), points: 1, expire: endOfHour(now) },
    skipDuplicates: true,
  });
  const action =
    alarm === "challenge-alarm" ? "challenge.ceiling-reached" : "challenge.visitor-ceiling-reached";
  if (first.count > 0)
    await recordAudit(ctx, ctx.db, { action, target: { kind: "tenancy", id: ctx.tenancy.id } });
}

const Usage = z.object({ total: z.int() });

async function ceilingWaitMs(ctx: TenancyContext, now: Date): Promise<number> {
  const [row] = await ctx.db.query(Usage)`
    WITH ${readUsage(ctx, now)} SELECT "total" FROM usage`;
  if (skipsCeiling(ctx) || (row?.total ?? 0) < ctx.tenancy.challengesPerHourCeiling) return 0;
  await recordAlarm(ctx, now, "challenge-alarm");
  return endOfHour(now) - now.getTime();
}

async function visitorCeilingWaitMs(
  ctx: TenancyContext,
  visitor: Visitor,
  now: Date,
): Promise<number> {
  if (visitor.browserId !== undefined) return 0;
  const { all, prefix } = visitorCeilings(ctx, visitor, now);
  const counters = await ctx.db.limitCounter.findMany({
    where: { key: { in: [all.key, prefix.key] } },
  });
  const isFull = ({ key, max }: { key: string; max: number }) =>
    counters.some((counter) => counter.key === key && counter.points >= max);
  if (isFull(all)) await recordAlarm(ctx, now, "challenge-visitor-alarm");
  return isFull(all) || isFull(prefix) ? endOfHour(now) - now.getTime() : 0;
}

/**
 * Refuses a challenge, and audits the hour's first refusal by a ceiling.
 * @throws ChallengeRateLimited with the seconds until the next request can succeed
 */
export async function refuseChallenge(ctx: TenancyContext, refused: Refused): Promise<never> {
  const { now, skipsLimits, visitor } = refused;
  const waits = [
    skipsLimits ? 0 : await mailboxWaitMs(ctx, refused),
    await ceilingWaitMs(ctx, now),
    visitor === undefined ? 0 : await visitorCeilingWaitMs(ctx, visitor, now),
  ];
  throw new ServiceError("@error/ChallengeRateLimited", {
    retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1_000)),
  }).about({ email: refused.email });
}
