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
  const again = useAction(resend);
  const end = useAction(revoke);
  const [isAsked, setAsked] = useState(false);

  async function sendAgain() {
    const result = await again.run(tenancyId, { id });
    if (result.ok) toast(`${email} gets another e-mail`);
    else if (result.needs === undefined) toast.error(result.error.message);
  }

  async function confirm() {
    const result = await end.run(tenancyId, { id });
    if (!result.ok) return;
    setAsked(false);
    toast(`The invitation of ${email} was revoked`);
  }

  return (
    <div className="flex justify-end gap-2">
      <Button
        tone="plain"
        pending={again.isPending}
        onClick={() => void sendAgain()}
        aria-label={`Send the invitation of ${email} again`}
      >
        Send again
      </Button>
      <Button
        tone="plain"
        onClick={() => setAsked(true)}
        aria-label={`Revoke the invitation of ${email}`}
      >
        Revoke
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Revoke the invitation of ${email}?`}
          act="Revoke"
          isPending={end.isPending}
          failure={end.failure?.message}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <p className="whitespace-normal">The links that were mailed stop working at once.</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
