import { lifetimes, limits } from "@/lib/config";
import type { Caller } from "@/lib/domain/context";
import type { Tenancy } from "@/lib/domain/tenancy/tenancy";
import { Prisma } from "@/prisma/generated/client";

/** The limits on asking, of one mailbox (contract §7): how many within how many milliseconds. */
export const askingLimits = ({ challengesPerTenMinutes, challengesPerDay }: Tenancy): readonly { most: number; withinMs: number }[] => [
  { most: challengesPerTenMinutes, withinMs: lifetimes.challengeWindowMs },
  { most: challengesPerDay, withinMs: lifetimes.dayMs },
];

const dayBefore = (now: Date) => new Date(now.getTime() - lifetimes.dayMs);

/** Whether `times`, oldest first, are fewer than `most` since then. Looked up, not counted: that costs the same for any number of them. */
const areFewer = (times: Prisma.Sql, most: number, since: Date) => Prisma.sql`COALESCE(${times}[cardinality(${times}) - ${most - 1}::int] <= ${since}, TRUE)`;

/** `times` with those `added` at `now`: oldest first, of the last day, the latest `most` of them. */
const remember = (times: Prisma.Sql, added: Prisma.Sql, most: number, now: Date) => Prisma.sql`
  CASE WHEN ${times}[1] > ${dayBefore(now)} AND ${times}[cardinality(${times})] <= ${now} AND cardinality(${times}) + cardinality(${added}) <= ${most}::int THEN ${times} || ${added}
  ELSE ARRAY(SELECT t FROM (SELECT t FROM unnest(${times} || ${added}) AS t WHERE t > ${dayBefore(now)} ORDER BY t DESC LIMIT ${most}) kept ORDER BY t) END`;

/** How many wrong codes of the last day count against a mailbox `m`. */
export const spentGuesses = (now: Date) => Prisma.sql`(SELECT count(*) FROM unnest(m."wrongAt") AS t WHERE t > ${dayBefore(now)})`;

/**
 * CTE "asked", the mailboxes that codes are asked for: counted and locked, without those that a limit refuses.
 * @param from a relation with `email`, each once, and what else must hold
 */
export function askMailboxes({ tenancy }: Caller, { now, skipsLimits, from }: { now: Date; skipsLimits: boolean; from: Prisma.Sql }): Prisma.Sql {
  const all = askingLimits(tenancy);
  const isWithin = all.map(({ most, withinMs }) => areFewer(Prisma.sql`m."askedAt"`, most, new Date(now.getTime() - withinMs)));
  const askedAt = remember(Prisma.sql`m."askedAt"`, Prisma.sql`excluded."askedAt"`, Math.max(...all.map(({ most }) => most)), now);
  return Prisma.sql`
    asked AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${tenancy.id}, "email", ARRAY[${now}]::timestamptz[], '{}', ${now} ${from} ORDER BY "email"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "askedAt" = ${askedAt}, "updatedAt" = excluded."updatedAt"
      WHERE ${skipsLimits} OR (${Prisma.join(isWithin, " AND ")})
      RETURNING m."email", NOT ${areFewer(Prisma.sql`m."wrongAt"`, limits.wrongCodesPerDay, dayBefore(now))} AS "isGuarded"
    )`;
}

/** CTE "charged": wrong codes on their mailboxes. @param from a relation with `emailNormalized`, a row for each wrong code */
export function chargeMailboxes({ tenancy }: Caller, { now, from }: { now: Date; from: Prisma.Sql }): Prisma.Sql {
  const wrongAt = remember(Prisma.sql`m."wrongAt"`, Prisma.sql`excluded."wrongAt"`, limits.wrongCodesPerDay, now);
  return Prisma.sql`
    charged AS (
      INSERT INTO "Mailbox" AS m ("tenancyId", "email", "askedAt", "wrongAt", "updatedAt")
      SELECT ${tenancy.id}, "emailNormalized", '{}', array_agg(${now}::timestamptz), ${now} ${from} GROUP BY "emailNormalized" ORDER BY "emailNormalized"
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET "wrongAt" = ${wrongAt}, "updatedAt" = excluded."updatedAt"
    )`;
}
