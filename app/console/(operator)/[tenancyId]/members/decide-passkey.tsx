"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { approve, refuse } from "./actions";

/** Approves or deletes another operator's pending passkey. */
export function DecidePasskey({
  tenancyId,
  passkeyId,
  email,
}: {
  tenancyId: string;
  passkeyId: string;
  email: string;
}) {
  const approval = useAction(approve, `approve the passkey of ${email}`);
  const refusal = useAction(refuse, `refuse the passkey of ${email}`);
  const [isAsked, setAsked] = useState(false);

  async function approveIt() {
    const result = await approval.run(tenancyId, { passkeyId });
    if (result.ok) toast(`Passkey of ${email} approved`);
  }

  async function confirm() {
    const result = await refusal.run(tenancyId, { passkeyId });
    if (!result.ok) return;
    setAsked(false);
    toast(`Passkey of ${email} refused`);
  }

  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap gap-2">
        <Button
          tone="secondary"
          onClick={() => setAsked(true)}
          aria-label={`Refuse the passkey of ${email}`}
        >
          Refuse
        </Button>
        <Button
          pending={approval.isPending}
          onClick={() => void approveIt()}
          aria-label={`Approve the passkey of ${email}`}
        >
          Approve
        </Button>
      </div>
      {approval.failure && (
        <p role="alert" className="text-sm text-danger">
          {approval.failure.message}
        </p>
      )}
      {isAsked && (
        <ConfirmDialog
          title={`Refuse the passkey of ${email}?`}
          act="Refuse passkey"
          isPending={refusal.isPending}
          failure={refusal.failure?.message}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <p>
            This deletes the passkey and ends all sessions of this member. If someone else can read
            their email, also remove the member until that is fixed.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
