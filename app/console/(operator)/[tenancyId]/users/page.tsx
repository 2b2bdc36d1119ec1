import { Users } from "lucide-react";
import type { Metadata } from "next";
import { z } from "zod";
import { FilterForm } from "@/components/console/filter-form";
import { ListPage } from "@/components/console/list-page";
import { consoleContext } from "@/lib/console/console-context";
import { listSearch, searchText, hrefOf, type SearchParams } from "@/lib/console/list-search";
import { userOrders } from "@/lib/domain/user/list-users";
import { readUsers, type UsersSearch } from "./read-users";
import { UsersNotice } from "./users-notice";
import { UsersTable } from "./users-table";

export const metadata: Metadata = { title: "Users" };

const usersSearch = listSearch({ q: searchText }, { order: z.enum(userOrders) });

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function UsersPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "user.read");
  const search: UsersSearch = usersSearch.read(await searchParams);
  const { q, order = "newest", after } = search;
  const { users, next, count, ...notes } = await readUsers(ctx, search);
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
            placeholder: "Part of an email or name, or an id",
          }}
        />
      }
      notice={<UsersNotice {...notes} />}
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
          "Search for three or more characters of an email or name, or for the start of a user id or " +
          "sub.",
        showAll: "Show all users",
      }}
      first={after === undefined ? null : hrefOf(path, { ...search, after: undefined })}
      next={next === null ? null : hrefOf(path, { ...search, after: next })}
    >
      <UsersTable
        users={users}
        path={path}
        now={ctx.clock.now()}
        order={q === undefined ? order : undefined}
      />
    </ListPage>
  );
}
