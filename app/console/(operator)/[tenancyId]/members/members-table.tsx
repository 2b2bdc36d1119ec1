import { roleWords } from "@/app/console/role-words";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { EventTime, RelativeTime } from "@/components/ui/local-time";
import { ActionCell, Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { Member } from "@/lib/domain/admin/operator/members/list-members";
import { MemberMenu } from "./member-menu";

interface Props {
  tenancy: { id: string; name: string; isSystem: boolean };
  members: readonly Member[];
  ownSub: string;
  mayChange: boolean;
  /** In ms. */
  now: number;
}

const nameOf = ({ givenName, familyName }: Member) => `${givenName} ${familyName}`.trim();

function MemberRow({
  member,
  tenancy,
  ownSub,
  mayChange,
  now,
}: Omit<Props, "members"> & { member: Member }) {
  const { sub, email, role, createdAt, lastSeenAt, isDisabled } = member;
  const name = nameOf(member);
  return (
    <Row>
      <Cell wraps className="max-sm:pr-12">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">
            <Breakable text={name || email} />
          </span>
          {sub === ownSub && <Badge>You</Badge>}
          {isDisabled && <Badge tone="bad">Disabled</Badge>}
        </span>
        {name !== "" && (
          <span className="text-quiet">
            <Breakable text={email} />
          </span>
        )}
      </Cell>
      <Cell label="Role">{roleWords[role].label}</Cell>
      <Cell label="Joined" className="text-quiet">
        <RelativeTime at={createdAt.getTime()} now={now} />
      </Cell>
      <Cell label="Last seen" className="text-quiet">
        {lastSeenAt === null ? "Signed out" : <EventTime at={lastSeenAt.getTime()} now={now} />}
      </Cell>
      {mayChange && (
        <ActionCell>
          <MemberMenu tenancy={tenancy} member={{ sub, email, role }} isSelf={sub === ownSub} />
        </ActionCell>
      )}
    </Row>
  );
}

/** Members with a role in this tenancy. */
export function MembersTable({ members, ...shared }: Props) {
  return (
    <Table label="Members">
      <thead>
        <tr>
          <HeadCell>Member</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Joined</HeadCell>
          <HeadCell>Last seen</HeadCell>
          {shared.mayChange && (
            <HeadCell>
              <span className="sr-only">Actions</span>
            </HeadCell>
          )}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.sub} member={member} {...shared} />
        ))}
      </tbody>
    </Table>
  );
}
