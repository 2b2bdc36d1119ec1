import { UsersRound } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Pager } from "@/components/ui/pager";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import { roleWords } from "@/app/console/role-words";
import type { Person } from "@/lib/domain/operator/members/list-members";
import { MemberMenu } from "./member-menu";

interface Props {
  tenancy: { id: string; name: string; isSystem: boolean };
  people: readonly Person[];
  next: string | null;
  isFirst: boolean;
  ownSub: string;
  mayChange: boolean;
}

const nameOf = ({ givenName, familyName }: Person) => `${givenName} ${familyName}`.trim();

function MemberRow({
  person,
  tenancy,
  ownSub,
  mayChange,
}: Omit<Props, "people" | "next" | "isFirst"> & { person: Person }) {
  const { sub, email, role, createdAt, lastSeenAt, isDisabled } = person;
  const name = nameOf(person);
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
        {lastSeenAt === null ? "signed out" : <LocalTime at={lastSeenAt.getTime()} />}
      </Cell>
      {mayChange && (
        <Cell className="text-right">
          <MemberMenu tenancy={tenancy} person={{ sub, email, role }} isSelf={sub === ownSub} />
        </Cell>
      )}
    </Row>
  );
}

/** Members with a role in this tenancy. */
export function MembersTable({ people, next, isFirst, ...shared }: Props) {
  const { tenancy, mayChange } = shared;
  const base = `/console/${tenancy.id}/people`;
  if (people.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title={isFirst ? "Nobody has a role here yet" : "No more people"}
      >
        {isFirst
          ? "Owners of the installation look after this tenancy. Invite a colleague with the " +
            "least powerful role they need."
          : "You have come to the end of the list."}
      </EmptyState>
    );
  return (
    <div className="flex flex-col gap-4">
      <Table label="People">
        <thead>
          <tr>
            <HeadCell>Person</HeadCell>
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
          {people.map((person) => (
            <MemberRow key={person.sub} person={person} {...shared} />
          ))}
        </tbody>
      </Table>
      <Pager first={isFirst ? null : base} next={next === null ? null : `${base}?before=${next}`} />
    </div>
  );
}
