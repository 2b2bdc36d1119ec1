import { Breakable } from "@/components/ui/breakable";
import { CopyText } from "@/components/ui/copy-text";
import { RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, RowLink, SortHeadCell, Table } from "@/components/ui/table";
import type { FoundUser } from "@/lib/domain/user-search/found-user";
import type { UserOrder } from "@/lib/domain/user-search/user-order";
import { EmailState, UserState } from "./user-badges";

/** Returns the user's email, name or id, whichever is set first. */
export const titleOf = ({
  email,
  name,
  userId,
  sub,
}: Pick<FoundUser, "email" | "name" | "userId" | "sub">): string =>
  email || name || (userId ?? sub);

interface Props {
  users: readonly FoundUser[];
  path: string;
  /** In ms. */
  now: number;
  /** Undefined for a search that ranks its matches. */
  order: UserOrder | undefined;
  /** Returns the same list in another order. */
  sortedBy: (order: UserOrder) => string;
}

const quiet = (words: string) => <span className="text-quiet">{words}</span>;

function UserRow({ user, path, now }: { user: FoundUser } & Pick<Props, "path" | "now">) {
  return (
    <Row>
      <Cell wraps>
        <RowLink href={`${path}/${user.sub}`} className="block">
          <Breakable text={titleOf(user)} />
        </RowLink>
        {user.email !== "" && user.name !== "" && (
          <span className="block text-quiet">{user.name}</span>
        )}
      </Cell>
      <Cell label="Email">{user.email === "" ? quiet("None") : <EmailState {...user} />}</Cell>
      <Cell isBesideTitle>
        <UserState {...user} />
      </Cell>
      <Cell label="Passkeys" className="text-right tabular-nums">
        {user.passkeys}
      </Cell>
      <Cell label={user.userId === null ? "Keystead id" : "User id"}>
        <CopyText
          short
          label={user.userId === null ? "Keystead id" : "user id"}
          text={user.userId ?? user.sub}
        />
      </Cell>
      <Cell label="Last sign-in">
        {user.lastSignInAt === null ? (
          quiet("Never")
        ) : (
          <RelativeTime at={user.lastSignInAt} now={now} />
        )}
      </Cell>
      <Cell label="Created">
        <RelativeTime at={user.createdAt} now={now} />
      </Cell>
    </Row>
  );
}

export function UsersTable({ users, path, now, order, sortedBy }: Props) {
  return (
    <Table label="Users">
      <thead>
        <tr>
          <SortHeadCell
            current={order}
            ascending="email"
            descending="email-descending"
            hrefOf={sortedBy}
          >
            User
          </SortHeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell className="text-right">Passkeys</HeadCell>
          <HeadCell>User id</HeadCell>
          <SortHeadCell current={order} descending="last-sign-in" hrefOf={sortedBy}>
            Last sign-in
          </SortHeadCell>
          <SortHeadCell
            current={order}
            ascending="oldest"
            descending="newest"
            first="newest"
            hrefOf={sortedBy}
          >
            Created
          </SortHeadCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.sub} user={user} path={path} now={now} />
        ))}
      </tbody>
    </Table>
  );
}
