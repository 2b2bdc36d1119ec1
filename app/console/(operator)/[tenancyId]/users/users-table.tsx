import { CopyText } from "@/components/ui/copy-text";
import { RelativeTime } from "@/components/ui/local-time";
import { Marked } from "@/components/ui/marked";
import { OneLine, oneLineLook } from "@/components/ui/one-line";
import { Cell, HeadCell, Row, RowLink, SortHeadCell, Table } from "@/components/ui/table";
import { TitleAndState } from "@/components/ui/title-and-state";
import type { FoundUser } from "@/lib/domain/user/search/found-user";
import { nameOfUser } from "@/lib/domain/user/search/name-of-user";
import type { UserOrder } from "@/lib/domain/user/search/user-filter";
import { NotVerified, UserState } from "./user-badges";

interface Props {
  users: readonly FoundUser[];
  path: string;
  /** What the reader searched for. */
  text: string | undefined;
  /** In ms. */
  now: number;
  /** Undefined for a search that ranks its matches. */
  order: UserOrder | undefined;
  /** Returns the same list in another order. */
  sortedBy: (order: UserOrder) => string;
}

const quiet = (words: string) => <span className="text-quiet">{words}</span>;

function UserRow({
  user,
  path,
  text,
  now,
}: { user: FoundUser } & Pick<Props, "path" | "text" | "now">) {
  const title = nameOfUser(user);
  return (
    <Row>
      <Cell>
        <TitleAndState
          title={
            <>
              <RowLink href={`${path}/${user.sub}`} title={title} className={oneLineLook}>
                <Marked text={title} search={text} />
              </RowLink>
              {user.name !== "" && user.name !== title && (
                <OneLine text={user.name} search={text} className="text-quiet" />
              )}
              {user.username !== null && user.username !== title && (
                <OneLine text={user.username} search={text} className="text-quiet" />
              )}
              {user.email === "" && <span className="block text-quiet">No email</span>}
            </>
          }
          state={
            <>
              <UserState {...user} />
              <NotVerified {...user} />
            </>
          }
        />
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

export function UsersTable({ users, order, sortedBy, ...shown }: Props) {
  return (
    <Table label="Users" isFixed>
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
          <HeadCell className="text-right sm:w-[9%]">Passkeys</HeadCell>
          <HeadCell className="sm:w-[16.5%]">User id</HeadCell>
          <SortHeadCell
            current={order}
            descending="last-sign-in"
            hrefOf={sortedBy}
            className="sm:w-[13.5%]"
          >
            Last sign-in
          </SortHeadCell>
          <SortHeadCell
            current={order}
            ascending="oldest"
            descending="newest"
            first="newest"
            hrefOf={sortedBy}
            className="sm:w-[13.5%]"
          >
            Created
          </SortHeadCell>
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <UserRow key={user.sub} user={user} {...shown} />
        ))}
      </tbody>
    </Table>
  );
}
