"use client";

import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { revokeKey } from "./actions";

interface Props {
  tenancyId: string;
  apiKey: { id: string; name: string; start: string };
  onClose: () => void;
}

export function RevokeDialog({ tenancyId, apiKey: { id, name, start }, onClose }: Props) {
  const { run, isPending, failure } = useAction(revokeKey);

  async function revoke() {
    const result = await run(tenancyId, { id });
    if (!result.ok) return;
    toast(`“${name}” revoked`);
    onClose();
  }

  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      act="Revoke key"
      isPending={isPending}
      failure={failure?.message}
      onConfirm={() => void revoke()}
      onClose={onClose}
    >
      <p>
        Requests with <code className="font-mono text-sm text-ink">{start}_…</code> are refused
        immediately and permanently, and the ceremonies that it authorized are canceled. Lock the
        key instead if you may need it again.
      </p>
    </ConfirmDialog>
  );
}
