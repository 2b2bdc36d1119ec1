import { Users } from "lucide-react";
import type { Metadata } from "next";
import { ExportMenu } from "@/app/console/export-menu";
import { ListPage } from "@/components/console/list-page";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listPages } from "@/lib/console/list-pages";
import { hrefOf, type SearchParams } from "@/lib/console/list-search";
import { hasErasedUsers } from "@/lib/domain/user/has-erased-users";
import { suggestEmails } from "@/lib/domain/user/search/similar-address";
import { isUserFiltered, type UserOrder } from "@/lib/domain/user/search/user-filter";
import { noUser } from "./no-user";
import { readUsers, usersOnPage } from "./read-users";
import { UserFilters } from "./user-filters";
import { UsersNotice } from "./users-notice";
import { usersSearch } from "./users-search";
import { UsersTable } from "./users-table";

export const metadata: Metadata = { title: "Users" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

const firstMatchesWords =
  `These are the first ${usersOnPage} matches. Type more of the email or name, or choose a filter, ` +
  "to see the others.";

export default async function UsersPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "user.read");
  const query = await searchParams;
  const search = usersSearch.read(query);
  const { q, order } = search;
  const { users, next, counted, stoppedAt, hasMore, ...notes } = await readUsers(ctx, search);
  const [suggestions, hasErased] =
    q === undefined || users.length > 0
      ? [[], false]
      : await Promise.all([suggestEmails(ctx, { text: q, rows: 2 }), hasErasedUsers(ctx)]);
  const path = `/console/${ctx.tenancy.id}/users`;
  const isFiltered = usersSearch.isFiltered(search);
  const defaultOrder = q === undefined ? "newest" : undefined;
  const sortedBy = (next: UserOrder) =>
    hrefOf(path, {
      ...search,
      order: next === defaultOrder ? undefined : next,
      after: undefined,
    });
  const exported = (format: string) =>
    hrefOf(`${path}/all/export`, { ...search, order: undefined, after: undefined, format });
  // A file would not say that users are missing.
  const mayExport = mayOffer(ctx, "user.export") && !hasMore && !notes.isPartial;
  return (
    <ListPage
      title="Users"
      description="Users who registered a passkey or were created by your application."
      tools={
        mayExport && users.length > 0 ? (
          <ExportMenu
            action="user.list-export"
            label="All matching users"
            csv={exported("csv")}
            json={exported("json")}
          />
        ) : undefined
      }
      path={path}
      isFiltered={isFiltered}
      isEmpty={users.length === 0}
      total={counted && { ...counted, one: "user", many: "users" }}
      firstMatches={hasMore ? firstMatchesWords : undefined}
      filters={<UserFilters path={path} search={search} isFiltered={isFiltered} />}
      notice={hasMore ? undefined : <UsersNotice {...notes} />}
      nothingYet={{
        icon: Users,
        title: "No users yet",
        text:
          "Users appear here when they register their first passkey, on a page of your application or " +
          "on a hosted page.",
      }}
      noMatch={noUser({
        tenancyId: ctx.tenancy.id,
        text: q,
        hasFilters: isUserFiltered(search),
        suggestions,
        hasErased,
      })}
      stoppedAt={stoppedAt === null ? null : "part"}
      pages={listPages(query, { path, search, next, shown: users.length })}
    >
      <UsersTable
        users={users}
        path={path}
        text={q}
        now={ctx.clock.now()}
        order={order ?? defaultOrder}
        sortedBy={sortedBy}
      />
    </ListPage>
  );
}
