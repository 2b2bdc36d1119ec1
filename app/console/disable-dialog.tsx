"use client";

import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";

interface Props {
  /** What is disabled, such as "this user". */
  what: string;
  /** What it causes. */
  children: ReactNode;
  isPending: boolean;
  failure: { message: string; issues?: unknown } | undefined;
  reasonError: string | undefined;
  onConfirm: (reason: string) => void;
  onClose: () => void;
}

/** Asks for confirmation and for a reason, which only operators see. */
export function DisableDialog({
  what,
  children,
  isPending,
  failure,
  reasonError,
  onConfirm,
  onClose,
}: Props) {
  const [reason, setReason] = useState("");
  return (
    <Dialog title={`Disable ${what}?`} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm(reason);
        }}
      >
        <p className="text-pretty text-quiet">{children}</p>
        {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
        <TextField
          label="Reason (optional)"
          hint="Operators see it here and in the audit log, which keeps it. The user doesn’t see it."
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          error={reasonError}
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
