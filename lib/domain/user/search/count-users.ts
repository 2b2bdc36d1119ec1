import { type BoundedCount, countMatches } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import type { UserFilter } from "./user-filter";
import { scanStoredUsers } from "./user-scan";

/** Counts the users that match a filter, among the newest of a tenancy. */
export const countUsers = (ctx: TenancyContext, filter: UserFilter): Promise<BoundedCount> =>
  countMatches(ctx, scanStoredUsers(ctx.tenancy.id, { order: "newest", after: null, filter }), {
    bound: limits.countedRows + 1,
  });
