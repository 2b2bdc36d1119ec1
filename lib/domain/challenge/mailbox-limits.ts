import { lifetimes, limits } from "@/lib/config";
import type { TenancyContext } from "@/lib/domain/context";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

/** The limits on asking, of one mailbox (contract §7): how many within how many milliseconds. */
export const askingLimits = ({ challengesPerTenMinutes, challengesPerDay }: Tenancy): readonly { most: number; withinMs: number }[] => [
  { most: challengesPerTenMinutes, withinMs: lifetimes.challengeWindowMs },
  { most: challengesPerDay, withinMs: lifetimes.dayMs },
];

const countSince = (times: Prisma.Sql, since: Date) => Prisma.sql`(SELECT count(*) FROM unnest(${times}) AS t WHERE t > ${since})`;

const keepLatest = (times: Prisma.Sql, since: Date, rows: number) =>
  Prisma.sql`ARRAY(SELECT t FROM (SELECT t FROM unnest(${times}) AS t WHERE t > ${since} ORDER BY t DESC LIMIT ${rows}) kept ORDER BY t)`;

const dayBefore = (now: Date) => new Date(now.getTime() - lifetimes.dayMs);

/** Whether a mailbox `m` has used up its guesses of a day. */
export const hasSpentGuesses = (now: Date) => Prisma.sql`${countSince(Prisma.sql`m."wrongAt"`, dayBefore(now))} >= ${limits.wrongCodesPerDay}`;

/**
 * CTEs "asked", the mailbox that a code is asked for: counted and locked, or no row when a limit refuses. `where` says
 * what else must hold.
 */
export function askMailbox(ctx: TenancyContext, { email, now, skipsLimits, where }: { email: string; now: Date; skipsLimits: boolean; where: Prisma.Sql }): Prisma.Sql {
  const all = askingLimits(ctx.tenancy);
  const isWithin = all.map(({ most, withinMs }) => Prisma.sql`${countSince(Prisma.sql`m."askedAt"`, new Date(now.getTime() - withinMs))} < ${most}`);
  const kept = keepLatest(Prisma.sql`m."askedAt"`, dayBefore(now), Math.max(...all.map(({ most }) => most)));
  return Prisma.sql`
    asked AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${ctx.tenancy.id}, ${email}, ARRAY[${now}]::timestamptz[], '{}', ${now} ${where}
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "askedAt" = ${kept} || excluded."askedAt", "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits} OR (${Prisma.join(isWithin, " AND ")})
      RETURNING ${hasSpentGuesses(now)} AS "isGuarded"
    )`;
}

/** CTE "charged": a wrong code on the mailbox of `verdict`. @param from a relation with `emailNormalized`, of one row when there is something to charge */
export function chargeMailbox(ctx: TenancyContext, { now, from }: { now: Date; from: Prisma.Sql }): Prisma.Sql {
  const kept = keepLatest(Prisma.sql`m."wrongAt"`, dayBefore(now), limits.wrongCodesPerDay);
  return Prisma.sql`
    charged AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${ctx.tenancy.id}, "emailNormalized", '{}', ARRAY[${now}]::timestamptz[], ${now} ${from}
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "wrongAt" = ${kept} || excluded."wrongAt", "updatedAt" = excluded."updatedAt"
    )`;
}
