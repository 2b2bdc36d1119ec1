"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { useEnabled } from "./use-enabled";

interface Props {
  tenancyId: string;
  passkeyIds: readonly string[];
  /** Whether this session may enable them again. */
  mayEnable: boolean;
  /** How the dialog refers to the passkeys. */
  what: string;
  onDone?: () => void;
  onClose: () => void;
}

/** Asks for a reason, which only operators see. */
export function DisableDialog({ tenancyId, passkeyIds, mayEnable, what, onDone, onClose }: Props) {
  const { change, isPending, failure, issueOf } = useEnabled({ tenancyId, mayUndo: mayEnable });
  const [reason, setReason] = useState("");

  async function confirm(): Promise<void> {
    if (!(await change({ passkeyIds, enabled: false, reason }))) return;
    onDone?.();
    onClose();
  }

  return (
    <Dialog title={`Disable ${what}?`} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void confirm();
        }}
      >
        <p className="text-pretty text-quiet">
          Sign-ins are refused immediately.{" "}
          {mayEnable
            ? "You can enable it again at any time."
            : "To enable it again, sign in with a passkey."}{" "}
          Devices still offer it.
        </p>
        {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
        <TextField
          label="Reason"
          hint="Only members see it. It is kept in the audit log."
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={issueOf("reason")}
          autoComplete="off"
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" tone="danger" pending={isPending}>
            Disable
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
