"use client";

import { DisableDialog } from "@/app/console/disable-dialog";
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

/** Disables passkeys with a reason. */
export function DisablePasskeysDialog({
  tenancyId,
  passkeyIds,
  mayEnable,
  what,
  onDone,
  onClose,
}: Props) {
  const { change, isPending, failure, issueOf } = useEnabled({ tenancyId, mayUndo: mayEnable });

  async function confirm(reason: string): Promise<void> {
    if (!(await change({ passkeyIds, enabled: false, reason }))) return;
    onDone?.();
    onClose();
  }

  return (
    <DisableDialog
      {...{ what, isPending, failure, onClose }}
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void confirm(reason)}
    >
      Sign-ins are refused immediately.{" "}
      {mayEnable
        ? "You can enable it again at any time."
        : "To enable it again, sign in with a passkey."}{" "}
      Devices still offer it.
    </DisableDialog>
  );
}
