import { ShieldUser } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Pager } from "@/components/ui/pager";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { roleWords } from "@/app/console/role-words";
import type { Member } from "@/lib/domain/operator/members/list-members";
import { MemberMenu } from "./member-menu";

interface Props {
  tenancy: { id: string; name: string; isSystem: boolean };
  members: readonly Member[];
  next: string | null;
  isFirst: boolean;
  ownSub: string;
  mayChange: boolean;
}

const nameOf = ({ givenName, familyName }: Member) => `${givenName} ${familyName}`.trim();

function MemberRow({
  member,
  tenancy,
  ownSub,
  mayChange,
}: Omit<Props, "members" | "next" | "isFirst"> & { member: Member }) {
  const { sub, email, role, createdAt, lastSeenAt, isDisabled } = member;
  const name = nameOf(member);
  return (
    <Row>
      <Cell className="min-w-44">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium break-all">{name || email}</span>
          {sub === ownSub && <Badge>You</Badge>}
          {isDisabled && <Badge tone="bad">Disabled</Badge>}
        </span>
        {name !== "" && <span className="text-quiet break-all">{email}</span>}
      </Cell>
      <Cell>{roleWords[role].label}</Cell>
      <Cell className="hidden text-quiet sm:table-cell">
        <LocalTime at={createdAt.getTime()} />
      </Cell>
      <Cell className="hidden text-quiet sm:table-cell">
        {lastSeenAt === null ? "Signed out" : <LocalTime at={lastSeenAt.getTime()} />}
      </Cell>
      {mayChange && (
        <Cell className="text-right">
          <MemberMenu tenancy={tenancy} member={{ sub, email, role }} isSelf={sub === ownSub} />
        </Cell>
      )}
    </Row>
  );
}

/** Members with a role in this tenancy. */
export function MembersTable({ members, next, isFirst, ...shared }: Props) {
  const { tenancy, mayChange } = shared;
  const base = `/console/${tenancy.id}/members`;
  if (members.length === 0)
    return (
      <EmptyState icon={ShieldUser} title={isFirst ? "No members yet" : "No more members"}>
        {isFirst
          ? "Owners of the installation manage this tenancy. Invite colleagues with the least " +
            "powerful role that they need."
          : "This is the end of the list."}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <Table label="Members">
        <thead>
          <tr>
            <HeadCell>Member</HeadCell>
            <HeadCell>Role</HeadCell>
            <HeadCell className="hidden sm:table-cell">Since</HeadCell>
            <HeadCell className="hidden sm:table-cell">Last seen</HeadCell>
            {mayChange && (
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
      <Pager first={isFirst ? null : base} next={next === null ? null : `${base}?before=${next}`} />
    </div>
  );
}
