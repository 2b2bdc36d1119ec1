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
    toast(`“${name}” is revoked`);
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
        Backends that use <code className="font-mono text-sm text-ink">{start}_…</code> are refused
        from their next request on, for good, and sign-ins that they have begun end. Lock it instead
        if you may want it back.
      </p>
    </ConfirmDialog>
  );
}
