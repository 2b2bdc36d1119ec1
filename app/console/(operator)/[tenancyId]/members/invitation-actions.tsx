"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { resend, revoke } from "./actions";

/** Resends or revokes an invitation. */
export function InvitationActions({
  tenancyId,
  id,
  email,
}: {
  tenancyId: string;
  id: string;
  email: string;
}) {
  const again = useAction(resend, `invite ${email} again`);
  const end = useAction(revoke, `revoke the invitation to ${email}`);
  const [isAsked, setAsked] = useState(false);

  async function sendAgain() {
    const result = await again.run(tenancyId, { id });
    if (result.ok) toast(`Invitation to ${email} sent again`);
    else if (result.needs === undefined) toast.error(result.error.message);
  }

  async function confirm() {
    const result = await end.run(tenancyId, { id });
    if (!result.ok) return;
    setAsked(false);
    toast(`Invitation to ${email} revoked`);
  }

  return (
    <div className="flex justify-end gap-2">
      <Button
        tone="plain"
        pending={again.isPending}
        onClick={() => void sendAgain()}
        aria-label={`Send again to ${email}`}
      >
        Send again
      </Button>
      <Button
        tone="plain"
        onClick={() => setAsked(true)}
        aria-label={`Revoke the invitation to ${email}`}
      >
        Revoke
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Revoke the invitation to ${email}?`}
          act="Revoke invitation"
          isPending={end.isPending}
          failure={end.failure?.message}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <p className="whitespace-normal">The emailed links stop working immediately.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
