"use client";

import { toast } from "sonner";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import { revokeKey } from "./actions";

interface Props {
  tenancyId: string;
  apiKey: { id: string; name: string; start: string };
  onClose: () => void;
}

export function RevokeDialog({ tenancyId, apiKey: { id, name, start }, onClose }: Props) {
  const { run, isPending, failure, issueOf } = useAction(revokeKey, `revoke the key “${name}”`);

  async function revoke(reason: string) {
    const result = await run(tenancyId, { id, reason });
    if (!result.ok) return;
    toast(`“${name}” revoked`);
    onClose();
  }

  return (
    <ReasonDialog
      title={`Revoke “${name}”?`}
      act="Revoke key"
      isPending={isPending}
      failure={failure}
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void revoke(reason)}
      onClose={onClose}
    >
      <p>
        Requests with <code className="font-mono text-sm text-ink">{start}_…</code> are refused
        immediately and permanently, and unfinished registrations and sign-ins that it authorized
        are canceled. Lock the key instead if you may need it again.
      </p>
    </ReasonDialog>
  );
}
