import type { ReactNode } from "react";
import { Link } from "@/app/console/link";
import { type Total, totalWords } from "@/components/console/total-words";
import type { TenancyContext } from "@/lib/domain/base/context";
import { countPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { countUsers } from "@/lib/domain/user/search/list-users";

const linkLook = "underline decoration-control decoration-dotted underline-offset-4 hover:text-ink";

function TotalLink({ href, total }: { href: string; total: Total }): ReactNode {
  return (
    <Link href={href} className={linkLook}>
      {totalWords(total)}
    </Link>
  );
}

/** How many users and passkeys the tenancy has, with links to the lists. */
export async function TenancyTotals({ ctx }: { ctx: TenancyContext }) {
  const path = `/console/${ctx.tenancy.id}`;
  const [users, passkeys] = await Promise.all([countUsers(ctx, {}), countPasskeys(ctx, {})]);
  return (
    <span>
      <TotalLink href={`${path}/users`} total={{ ...users, one: "user", many: "users" }} /> with{" "}
      <TotalLink
        href={`${path}/passkeys`}
        total={{ count: 0, ...passkeys, one: "passkey", many: "passkeys" }}
      />
    </span>
  );
}
