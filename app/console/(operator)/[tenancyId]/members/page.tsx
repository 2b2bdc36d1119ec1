import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { listInvitations } from "@/lib/domain/operator/members/list-invitations";
import { listMembers } from "@/lib/domain/operator/members/list-members";
import { listWaitingPasskeys } from "@/lib/domain/operator/members/list-waiting-passkeys";
import { Invitations } from "./invitations";
import { InviteMember } from "./invite-member";
import { MembersTable } from "./members-table";
import { WaitingPasskeys } from "./waiting-passkeys";

export const metadata: Metadata = { title: "Members" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<Record<"before" | "invitedBefore", string | string[] | undefined>>;
}

const one = (value: string | string[] | undefined) =>
  typeof value === "string" && value !== "" ? value : undefined;

export default async function MembersPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "people.read");
  const { before, invitedBefore } = await searchParams;
  const [members, invitations, waiting] = await Promise.all([
    listMembers(ctx, { before: one(before) }),
    listInvitations(ctx, { before: one(invitedBefore) }),
    listWaitingPasskeys(ctx, ctx.session),
  ]);
  const { id, isSystem, name } = ctx.tenancy;
  const mayInvite = mayOffer(ctx, "people.invite");
  const description = isSystem
    ? "Owners of the installation. They own every tenancy."
    : `Operators with a role in ${name}. Owners of the installation can also manage it.`;
  return (
    <>
      <PageHeader
        title={isSystem ? "Installation members" : "Members"}
        description={description}
        action={mayInvite && <InviteMember tenancyId={id} ownersOnly={isSystem} />}
      />
      <WaitingPasskeys
        tenancyId={id}
        passkeys={waiting}
        mayApprove={mayOffer(ctx, "people.approve-passkey")}
      />
      <MembersTable
        tenancy={ctx.tenancy}
        {...members}
        isFirst={one(before) === undefined}
        ownSub={ctx.session.sub}
        mayChange={mayOffer(ctx, "people.change-role")}
      />
      <Invitations
        tenancyId={id}
        {...invitations}
        isFirst={one(invitedBefore) === undefined}
        mayInvite={mayInvite}
      />
    </>
  );
}
