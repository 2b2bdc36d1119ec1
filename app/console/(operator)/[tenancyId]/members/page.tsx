import { ShieldUser } from "lucide-react";
import type { Metadata } from "next";
import { DocsLink } from "@/app/console/docs-link";
import { ListPage } from "@/components/console/list-page";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { keepsEmailsHere } from "@/lib/console/keeps-emails-here";
import { hrefOf, listSearch, type SearchParams, searchText } from "@/lib/console/list-search";
import { listInvitations } from "@/lib/domain/admin/operator/members/list-invitations";
import { listMembers } from "@/lib/domain/admin/operator/members/list-members";
import { listWaitingPasskeys } from "@/lib/domain/admin/operator/members/waiting-passkeys";
import { Invitations } from "./invitations";
import { InviteMember } from "./invite-member";
import { MembersTable } from "./members-table";
import { RefreshOnReturn } from "./refresh-on-return";
import { WaitingPasskeys } from "./waiting-passkeys";

export const metadata: Metadata = { title: "Members" };

/** Two lists share the page, so each has its own position. */
const membersSearch = listSearch({}, { before: searchText, invitedBefore: searchText });

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function MembersPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "members.read");
  const { before, invitedBefore } = membersSearch.read(await searchParams);
  const [{ members, next }, invitations, waiting] = await Promise.all([
    listMembers(ctx, { before }),
    listInvitations(ctx, { before: invitedBefore }),
    listWaitingPasskeys(ctx, ctx.session),
  ]);
  const { id, isSystem, name } = ctx.tenancy;
  const hasInbox = await keepsEmailsHere();
  const mayInvite = mayOffer(ctx, "members.invite");
  const hasInvitations = invitations.invitations.length > 0;
  const path = `/console/${id}/members`;
  const now = ctx.clock.now();
  return (
    <>
      <RefreshOnReturn />
      <ListPage
        title={isSystem ? "System owners" : "Members"}
        description={
          <>
            {isSystem
              ? "Operators who manage this installation. They’re owners of every tenancy."
              : `Operators with a role in ${name}. System owners also manage it and aren’t listed here.`}
            <DocsLink to="roles" />
          </>
        }
        action={
          mayInvite && <InviteMember tenancyId={id} ownersOnly={isSystem} hasInbox={hasInbox} />
        }
        notice={
          <WaitingPasskeys
            tenancyId={id}
            passkeys={waiting}
            mayApprove={mayOffer(ctx, "members.approve-passkey")}
          />
        }
        path={path}
        // Invitations below say more than an empty list.
        isEmpty={members.length === 0 && !hasInvitations}
        nothingYet={{
          icon: ShieldUser,
          title: "No members yet",
          text: "System owners manage this tenancy. Invite colleagues to give them a role in it.",
        }}
        pages={{
          first: before === undefined ? null : path,
          next: next === null ? null : hrefOf(path, { before: next }),
        }}
      >
        {members.length > 0 && (
          <MembersTable
            tenancy={ctx.tenancy}
            members={members}
            ownSub={ctx.session.sub}
            mayChange={mayOffer(ctx, "members.change-role")}
            now={now}
          />
        )}
      </ListPage>
      <Invitations
        tenancyId={id}
        {...invitations}
        isFirst={invitedBefore === undefined}
        mayInvite={mayInvite}
        hasInbox={hasInbox}
        now={now}
      />
    </>
  );
}
