import { walkPages } from "@/lib/domain/base/bounded-scan";
import type { TenancyContext } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import type { FoundUser } from "./found-user";
import { listUsers } from "./list-users";
import { searchUsers } from "./search-users";
import { isUserFiltered, type UserFilter } from "./user-filter";

const rowsPerPage = 500;
/** As many as the console's list shows of a search. */
const maxMatches = 50;

async function findMatches(ctx: TenancyContext, text: string, filter: UserFilter) {
  const { users, hasMore, isPartial } = await searchUsers(ctx, { text, filter, rows: maxMatches });
  // A file would not say that users are missing.
  if (hasMore || isPartial) throw new ServiceError("@error/NotFound");
  return users;
}

async function* pageOf(users: FoundUser[]) {
  yield await Promise.resolve(users);
}

/**
 * Reads all users who match, page by page: the newest first, or in the order of a search. Writes the
 * audit event first.
 * @throws NotFound if more users match a text than the console's list shows
 */
export async function exportUsers(
  ctx: TenancyContext,
  { q, ...filter }: UserFilter & { q?: string | undefined },
): Promise<AsyncIterable<FoundUser[]>> {
  const matches = q === undefined ? undefined : await findMatches(ctx, q, filter);
  await recordAudit(ctx, ctx.db, {
    action: "user.list-exported",
    target: { kind: "tenancy", id: ctx.tenancy.id },
    detail: matches !== undefined || isUserFiltered(filter) ? "filtered" : "all",
  });
  return matches === undefined
    ? walkPages((after) => listUsers(ctx, { filter, after, rows: rowsPerPage }))
    : pageOf(matches);
}
