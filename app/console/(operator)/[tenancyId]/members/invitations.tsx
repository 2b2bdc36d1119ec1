import { roleWords } from "@/app/console/role-words";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { RelativeTime } from "@/components/ui/local-time";
import { Pager } from "@/components/ui/pager";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { PendingInvitation } from "@/lib/domain/admin/operator/members/list-invitations";
import { InvitationActions } from "./invitation-actions";
import { LocalInboxNote } from "./local-inbox-note";

interface Props {
  tenancyId: string;
  invitations: readonly PendingInvitation[];
  next: string | null;
  isFirst: boolean;
  mayInvite: boolean;
  /** Whether emails go to the local inbox instead of a provider. */
  hasInbox: boolean;
  /** In ms. */
  now: number;
}

/** Pending invitations. Empty if there are none. */
export function Invitations({
  tenancyId,
  invitations,
  next,
  isFirst,
  mayInvite,
  hasInbox,
  now,
}: Props) {
  const base = `/console/${tenancyId}/members`;
  if (invitations.length === 0 && isFirst) return null;
  return (
    <section className="flex flex-col gap-4">
      <h2 className="text-base font-semibold tracking-tight">Invitations</h2>
      {hasInbox && (
        <p className="-mt-2 text-sm text-quiet">
          <LocalInboxNote />
        </p>
      )}
      <Table label="Invitations">
        <thead>
          <tr>
            <HeadCell>Email</HeadCell>
            <HeadCell>Role</HeadCell>
            <HeadCell>Invited</HeadCell>
            <HeadCell>Expires</HeadCell>
            {mayInvite && (
              <HeadCell>
                <span className="sr-only">Actions</span>
              </HeadCell>
            )}
          </tr>
        </thead>
        <tbody>
          {invitations.map(({ id, email, role, invitedBy, createdAt, expiresAt, isOver }) => (
            <Row key={id}>
              <Cell wraps className="font-medium">
                <Breakable text={email} />
              </Cell>
              <Cell label="Role">{roleWords[role].label}</Cell>
              <Cell label="Invited" className="text-quiet">
                <RelativeTime at={createdAt} now={now} />
                {invitedBy !== "" && (
                  <>
                    {" "}
                    by <Breakable text={invitedBy} />
                  </>
                )}
              </Cell>
              <Cell label="Expires" className="text-quiet">
                {isOver ? (
                  <Badge tone="warning">Expired</Badge>
                ) : (
                  <RelativeTime at={expiresAt} now={now} />
                )}
              </Cell>
              {mayInvite && (
                <Cell>
                  <InvitationActions tenancyId={tenancyId} id={id} email={email} />
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </Table>
      <Pager
        first={isFirst ? null : base}
        next={next === null ? null : `${base}?invitedBefore=${next}`}
      />
    </section>
  );
}
