"use client";

import { useState } from "react";
import { toast } from "sonner";
import { roleWords } from "@/app/console/role-words";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { setRole } from "./actions";
import type { MemberFacts } from "./member-facts";
import { RoleField } from "./role-field";

export function ChangeRole({
  tenancy,
  member,
  isSelf,
  onClose,
}: MemberFacts & { onClose: () => void }) {
  const { run, isPending, failure } = useAction(setRole, `change the role of ${member.email}`);
  const [role, choose] = useState(member.role);

  async function save() {
    const result = await run(tenancy.id, { sub: member.sub, role });
    if (!result.ok) return;
    const undo = {
      label: "Undo",
      onClick: () => void run(tenancy.id, { sub: member.sub, role: member.role }),
    };
    toast(
      `Role of ${member.email} changed to ${roleWords[role].label.toLowerCase()}`,
      isSelf ? {} : { action: undo },
    );
    onClose();
  }

  return (
    <Dialog title={`Change the role of ${member.email}`} onClose={onClose}>
      <form
        className="flex flex-col gap-4 text-left whitespace-normal"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="text-pretty text-quiet">
          The role of <span className="font-medium break-all text-ink">{member.email}</span>
          {isSelf ? " (you)" : ""} in {tenancy.name}. Changing it signs {isSelf ? "you" : "them"}{" "}
          out.
        </p>
        <RoleField value={role} onChange={choose} />
        {failure && <Notice tone="error" title={failure.message} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending} disabled={role === member.role}>
            Change role
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
