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

/** How many wrong codes of the last day count against a mailbox `m`. */
export const spentGuesses = (now: Date) => countSince(Prisma.sql`m."wrongAt"`, dayBefore(now));

/**
 * CTE "asked", the mailboxes that codes are asked for: counted and locked, without those that a limit refuses.
 * @param from a relation with `email`, each once, and what else must hold
 */
export function askMailboxes(ctx: TenancyContext, { now, skipsLimits, from }: { now: Date; skipsLimits: boolean; from: Prisma.Sql }): Prisma.Sql {
  const all = askingLimits(ctx.tenancy);
  const isWithin = all.map(({ most, withinMs }) => Prisma.sql`${countSince(Prisma.sql`m."askedAt"`, new Date(now.getTime() - withinMs))} < ${most}`);
  const kept = keepLatest(Prisma.sql`m."askedAt"`, dayBefore(now), Math.max(...all.map(({ most }) => most)));
  return Prisma.sql`
    asked AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${ctx.tenancy.id}, "email", ARRAY[${now}]::timestamptz[], '{}', ${now} ${from} ORDER BY "email"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "askedAt" = ${kept} || excluded."askedAt", "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits} OR (${Prisma.join(isWithin, " AND ")})
      RETURNING m."email", ${spentGuesses(now)} >= ${limits.wrongCodesPerDay} AS "isGuarded"
    )`;
}

/** CTE "charged": wrong codes on their mailboxes. @param from a relation with `emailNormalized`, a row for each wrong code */
export function chargeMailboxes(ctx: TenancyContext, { now, from }: { now: Date; from: Prisma.Sql }): Prisma.Sql {
  const kept = keepLatest(Prisma.sql`m."wrongAt"`, dayBefore(now), limits.wrongCodesPerDay);
  return Prisma.sql`
    charged AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${ctx.tenancy.id}, "emailNormalized", '{}', array_agg(${now}::timestamptz), ${now} ${from} GROUP BY "emailNormalized" ORDER BY "emailNormalized"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "wrongAt" = ${kept} || excluded."wrongAt", "updatedAt" = excluded."updatedAt"
    )`;
}
