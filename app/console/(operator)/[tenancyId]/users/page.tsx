import { Users } from "lucide-react";
import type { Metadata } from "next";
import { FilterForm } from "@/components/console/filter-form";
import { ListPage } from "@/components/console/list-page";
import { Notice } from "@/components/ui/notice";
import { consoleContext } from "@/lib/console/console-context";
import { hrefOf, listSearch, searchText, type SearchParams } from "@/lib/console/list-search";
import { countEntries } from "@/lib/domain/tenancy/count-entries";
import { searchUsers } from "@/lib/domain/user/search-users";
import { UsersTable } from "./users-table";

export const metadata: Metadata = { title: "Users" };

const rows = 50;
const usersSearch = listSearch({ q: searchText });

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function UsersPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "user.read");
  const search = usersSearch.read(await searchParams);
  const { q, after } = search;
  const [{ users, next, hasMore }, count] = await Promise.all([
    searchUsers(ctx, { text: q, after, rows }),
    q === undefined ? countEntries(ctx, "user") : undefined,
  ]);
  const path = `/console/${ctx.tenancy.id}/users`;
  return (
    <ListPage
      title="Users"
      description="Users who registered a passkey or were created by your application."
      path={path}
      isFiltered={usersSearch.isFiltered(search)}
      isEmpty={users.length === 0}
      total={count === undefined ? undefined : { count, one: "user", many: "users" }}
      filters={
        <FilterForm
          label="Users"
          path={path}
          values={search}
          isFiltered={usersSearch.isFiltered(search)}
          search={{
            label: "Find a user",
            placeholder: "Beginning of an email or name, or an id",
          }}
        />
      }
      notice={
        q !== undefined &&
        hasMore && (
          <Notice tone="info" title={`Showing the first ${rows} matches`}>
            Type more of the email or name to narrow the search.
          </Notice>
        )
      }
      nothingYet={{
        icon: Users,
        title: "No users yet",
        text:
          "Users appear here when they register their first passkey, or when your backend calls " +
          "POST passkey/registration/authorize.",
      }}
      noMatch={{
        title: `No users match “${q}”`,
        text:
          "Search for the beginning of an email, given name or family name, or paste a whole user " +
          "id or sub.",
        showAll: "Show all users",
      }}
      first={after === undefined ? null : hrefOf(path, { q })}
      next={next === null ? null : hrefOf(path, { q, after: next })}
    >
      <UsersTable users={users} path={path} now={ctx.clock.now()} />
    </ListPage>
  );
}
