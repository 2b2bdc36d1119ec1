import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

/** Counts the rows of a tenancy, each table up to one more than `limits.countedRows`. */
export async function countContents({ db, tenancy }: TenancyContext) {
  const rows = { where: { tenancyId: tenancy.id }, take: limits.countedRows + 1 };
  const [users, passkeys, challenges, apiKeys, people] = await Promise.all([
    db.user.count(rows),
    db.passkey.count(rows),
    db.challenge.count(rows),
    db.apiKey.count(rows),
    db.operator.count(rows),
  ]);
  return { users, passkeys, challenges, apiKeys, people };
}
