"use client";

import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { remove } from "./actions";
import type { MemberFacts } from "./member-facts";

export function RemoveMember({
  tenancy,
  member,
  isSelf,
  onClose,
}: MemberFacts & { onClose: () => void }) {
  const { run, isPending, failure } = useAction(
    remove,
    `remove ${isSelf ? "yourself" : member.email}`,
  );

  async function confirm() {
    const result = await run(tenancy.id, { sub: member.sub });
    if (!result.ok) return;
    toast(`${member.email} removed`);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Remove ${isSelf ? "yourself" : member.email}?`}
      act="Remove member"
      isPending={isPending}
      failure={failure?.message}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="text-left whitespace-normal">
        {isSelf ? "You lose your" : "They lose their"} role in {tenancy.name} and{" "}
        {isSelf ? "are" : "get"} signed out immediately. Invitations that {isSelf ? "you" : "they"}{" "}
        sent are revoked. Past actions stay in the audit log.
      </p>
    </ConfirmDialog>
  );
}
