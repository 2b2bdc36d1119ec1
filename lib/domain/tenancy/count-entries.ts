import type { TenancyContext } from "@/lib/domain/context";
import { limits } from "@/lib/limits";

/** Entries that the console lists and counts without a filter. */
export type ListedEntry = "user" | "challenge" | "auditEvent";

/** Counts a tenancy's entries of a kind. Stops at one more than `limits.countedRows`. */
export function countEntries({ db, tenancy }: TenancyContext, entry: ListedEntry): Promise<number> {
  const bounded = { where: { tenancyId: tenancy.id }, take: limits.countedRows + 1 };
  switch (entry) {
    case "user":
      return db.user.count(bounded);
    case "challenge":
      return db.challenge.count(bounded);
    case "auditEvent":
      return db.auditEvent.count(bounded);
  }
}
