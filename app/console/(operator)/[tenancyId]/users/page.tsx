import type { Metadata } from "next";
import { readSearchParams, withQuery, type SearchParams } from "@/app/console/search-params";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { Pager } from "@/components/ui/pager";
import { consoleContext } from "@/lib/console/console-context";
import { searchUsers } from "@/lib/domain/user/search-users";
import { NoUsersFound } from "./no-users-found";
import { UserSearch } from "./user-search";
import { UsersTable } from "./users-table";

export const metadata: Metadata = { title: "Users" };

const rows = 50;

export default async function UsersPage({
  params,
  searchParams,
}: {
  params: Promise<{ tenancyId: string }>;
  searchParams: SearchParams;
}) {
  const ctx = await consoleContext((await params).tenancyId, "user.read");
  const { q, after } = await readSearchParams(searchParams);
  const { users, next, hasMore } = await searchUsers(ctx, { text: q, after, rows });
  const path = `/console/${ctx.tenancy.id}/users`;
  return (
    <>
      <PageHeader
        title="Users"
        description="Everybody who has registered a passkey or was made by your application, newest first."
      />
      <UserSearch q={q} path={path} />
      {users.length === 0 ? (
        <NoUsersFound q={q} path={path} />
      ) : (
        <UsersTable users={users} path={path} />
      )}
      {q !== undefined && hasMore && (
        <Notice
          tone="info"
          title={`These are the first ${rows} of more. Type more of the name or email to find the others.`}
        />
      )}
      <Pager
        first={after === undefined ? null : path}
        next={next === null ? null : withQuery(path, { after: next })}
      />
    </>
  );
}
