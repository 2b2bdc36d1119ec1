"use client";

import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { remove } from "./actions";
import type { MemberFacts } from "./member-facts";

export function RemoveMember({
  tenancy,
  person,
  isSelf,
  onClose,
}: MemberFacts & { onClose: () => void }) {
  const { run, isPending, failure } = useAction(remove);

  async function confirm() {
    const result = await run(tenancy.id, { sub: person.sub });
    if (!result.ok) return;
    toast(`${person.email} was removed`);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Remove ${isSelf ? "yourself" : person.email}?`}
      act="Remove"
      isPending={isPending}
      failure={failure?.message}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p className="text-left whitespace-normal">
        {isSelf ? "You lose your" : "They lose their"} role in {tenancy.name} immediately and{" "}
        {isSelf ? "are" : "get"} signed out. Invitations that {isSelf ? "you" : "they"} sent are
        revoked. The audit log keeps what {isSelf ? "you" : "they"} did.
      </p>
    </ConfirmDialog>
  );
}
