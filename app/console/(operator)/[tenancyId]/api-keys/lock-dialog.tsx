"use client";

import { toast } from "sonner";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import { lockKey } from "./actions";

interface Props {
  tenancyId: string;
  apiKey: { id: string; name: string; start: string };
  /** Offered in the toast; undefined if this session can't unlock. */
  unlock: (() => void) | undefined;
  onClose: () => void;
}

export function LockDialog({ tenancyId, apiKey: { id, name, start }, unlock, onClose }: Props) {
  const { run, isPending, failure, issueOf } = useAction(lockKey, `lock the key “${name}”`);

  async function lock(reason: string) {
    const result = await run(tenancyId, { id, reason });
    if (!result.ok) return;
    toast(
      `“${name}” is locked. Its requests are refused`,
      unlock === undefined ? {} : { action: { label: "Undo", onClick: unlock } },
    );
    onClose();
  }

  return (
    <ReasonDialog
      title={`Lock “${name}”?`}
      act="Lock key"
      isPending={isPending}
      failure={failure}
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void lock(reason)}
      onClose={onClose}
    >
      <p>
        Requests with <code className="font-mono text-sm text-ink">{start}_…</code> are refused
        until you unlock the key.
      </p>
    </ReasonDialog>
  );
}
