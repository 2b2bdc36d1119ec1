import type { TenancyContext } from "@/lib/domain/context";

const maxCount = 10_000;

/** A count with an upper bound. `isMore` if there are more rows than the bound. */
export interface BoundedCount {
  count: number;
  isMore: boolean;
}

const bound = (count: number): BoundedCount => ({
  count: Math.min(count, maxCount),
  isMore: count > maxCount,
});

/** Counts the rows of a tenancy, each table up to 10,000, which bounds the cost. */
export async function countContents({
  db,
  tenancy,
}: TenancyContext): Promise<
  Record<"users" | "passkeys" | "challenges" | "apiKeys" | "people", BoundedCount>
> {
  const rows = { where: { tenancyId: tenancy.id }, take: maxCount + 1 };
  const [users, passkeys, challenges, apiKeys, people] = await Promise.all([
    db.user.count(rows),
    db.passkey.count(rows),
    db.challenge.count(rows),
    db.apiKey.count(rows),
    db.operator.count(rows),
  ]);
  return {
    users: bound(users),
    passkeys: bound(passkeys),
    challenges: bound(challenges),
    apiKeys: bound(apiKeys),
    people: bound(people),
  };
}
