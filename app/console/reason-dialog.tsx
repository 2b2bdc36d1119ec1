"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { TextField } from "@/components/ui/text-field";

type Props = Omit<ComponentProps<typeof ConfirmDialog>, "fields" | "failure" | "onConfirm"> & {
  failure: { message: string; issues?: unknown } | undefined;
  reasonError: string | undefined;
  /** Default: optional. */
  isRequired?: boolean;
  /** A field below the reason. */
  further?: ReactNode;
  onConfirm: (reason: string) => void;
};

/** Asks for confirmation and for a reason, which only operators see. */
export function ReasonDialog({
  failure,
  reasonError,
  isRequired = false,
  further,
  onConfirm,
  ...dialog
}: Props) {
  const [reason, setReason] = useState("");
  return (
    <ConfirmDialog
      {...dialog}
      failure={failure?.issues === undefined ? failure?.message : undefined}
      onConfirm={() => onConfirm(reason)}
      fields={
        <>
          <TextField
            label="Reason"
            isRequired={isRequired}
            isOptional={!isRequired}
            hint="Only operators see it. The audit log keeps it."
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={reasonError}
            autoComplete="off"
          />
          {further}
        </>
      }
    />
  );
}
