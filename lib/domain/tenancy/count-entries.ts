import type { TenancyContext } from "@/lib/domain/context";
import { limits } from "@/lib/limits";

/** Entries of a tenancy that the console lists. */
export type ListedEntry = "user" | "passkey" | "challenge" | "auditEvent";

/** Counts a tenancy's entries of a kind. Stops at one more than `limits.countedRows`. */
export function countEntries({ db, tenancy }: TenancyContext, entry: ListedEntry): Promise<number> {
  const bounded = { where: { tenancyId: tenancy.id }, take: limits.countedRows + 1 };
  switch (entry) {
    case "user":
      return db.user.count(bounded);
    case "passkey":
      return db.passkey.count(bounded);
    case "challenge":
      return db.challenge.count(bounded);
    case "auditEvent":
      return db.auditEvent.count(bounded);
  }
}
