import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

const maxCount = 10_000;
const tables = {
  users: "User",
  passkeys: "Passkey",
  challenges: "Challenge",
  apiKeys: "ApiKey",
  people: "Operator",
} as const;

const Count = z.object({
  users: z.int(),
  passkeys: z.int(),
  challenges: z.int(),
  apiKeys: z.int(),
  people: z.int(),
});

/** A count with an upper bound. `isMore` if there are more rows than the bound. */
export interface BoundedCount {
  count: number;
  isMore: boolean;
}

/**
 * Counts the rows of a tenancy, each table up to 10,000, which bounds the cost. One round trip.
 */
export async function countContents({
  run,
  tenancy,
}: TenancyContext): Promise<Record<keyof typeof tables, BoundedCount>> {
  const counts = Object.entries(tables).map(
    ([name, table]) =>
      Prisma.sql`(
        SELECT count(*)::int FROM (
          SELECT 1 FROM ${Prisma.raw(`"${table}"`)} WHERE "tenancyId" = ${tenancy.id}
          LIMIT ${maxCount + 1}
        ) bounded
      ) AS ${Prisma.raw(`"${name}"`)}`,
  );
  const [row] = await run(Prisma.sql`SELECT ${Prisma.join(counts)}`);
  const found = Count.parse(row);
  const bound = (count: number) => ({
    count: Math.min(count, maxCount),
    isMore: count > maxCount,
  });
  return {
    users: bound(found.users),
    passkeys: bound(found.passkeys),
    challenges: bound(found.challenges),
    apiKeys: bound(found.apiKeys),
    people: bound(found.people),
  };
}
