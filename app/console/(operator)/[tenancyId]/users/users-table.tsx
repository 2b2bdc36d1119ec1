import Link from "next/link";
import { CopyText } from "@/components/ui/copy-text";
import { RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { FoundUser } from "@/lib/domain/user/search-users";
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
}

export function UsersTable({ users, path, now }: Props) {
  return (
    <Table label="Users">
      <thead>
        <tr>
          <HeadCell>User</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Passkeys</HeadCell>
          <HeadCell>User id</HeadCell>
          <HeadCell>Created</HeadCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <Row key={user.sub}>
            <Cell className="max-w-80">
              <Link
                href={`${path}/${user.sub}`}
                className="block truncate font-medium hover:text-accent hover:underline"
                title={titleOf(user)}
              >
                {titleOf(user)}
              </Link>
              {user.email !== "" && user.name !== "" && (
                <span className="block truncate text-quiet">{user.name}</span>
              )}
            </Cell>
            <Cell label="Email">
              {user.email === "" ? (
                <span className="text-quiet">None</span>
              ) : (
                <EmailState {...user} />
              )}
            </Cell>
            <Cell label="State">
              <UserState isDisabled={user.isDisabled} />
            </Cell>
            <Cell label="Passkeys" className="tabular-nums">
              {user.passkeys}
            </Cell>
            <Cell label="User id" className="max-w-48">
              <CopyText
                short
                label={user.userId === null ? "sub" : "user id"}
                text={user.userId ?? user.sub}
              />
            </Cell>
            <Cell label="Created">
              <RelativeTime at={user.createdAt} now={now} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
