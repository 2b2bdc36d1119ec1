import { usersSearch } from "@/app/console/(operator)/[tenancyId]/users/users-search";
import type { ConsoleContext } from "@/lib/console/console-context";
import { consoleDownload, type Download, formatOf } from "@/lib/console/console-download";
import { csvOf } from "@/lib/console/csv";
import { jsonArrayOf } from "@/lib/console/json-array-of";
import { exportUser } from "@/lib/domain/user/export-user";
import { exportUsers } from "@/lib/domain/user/search/list-users";
import { userColumns } from "./user-columns";

/** In place of a user's id. */
const everyMatch = "all";

async function downloadList(ctx: ConsoleContext, request: Request): Promise<Download> {
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const { q, state, email, passkeys } = usersSearch.read(query);
  const format = formatOf(request);
  const pages = await exportUsers(ctx, { q, state, email, passkeys });
  return {
    name: `users-${ctx.tenancy.id}`,
    format,
    texts: format === "csv" ? csvOf(userColumns, pages) : jsonArrayOf(pages),
  };
}

/**
 * Exports everything stored about a user, as JSON. With `all` as the user, exports every user who
 * matches the query's search, as CSV or JSON: a route of its own would make the package larger.
 */
export const GET = consoleDownload(
  "user.export",
  async (ctx, request, { sub }: { tenancyId: string; sub: string }): Promise<Download> =>
    sub === everyMatch
      ? downloadList(ctx, request)
      : { name: `user-${sub}`, format: "json", texts: await exportUser(ctx, sub) },
);
