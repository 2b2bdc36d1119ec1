"use client";

import { ReasonDialog } from "@/app/console/reason-dialog";
import { useEnabled } from "./use-enabled";

interface Props {
  tenancyId: string;
  passkeyIds: readonly string[];
  /** Names a single passkey. Default: one that is selected in the list. */
  subject?: string;
  /** Whether this session may enable them again. */
  mayEnable: boolean;
  onDone?: () => void;
  onClose: () => void;
}

/** Disables passkeys with a reason. */
export function DisablePasskeysDialog({
  tenancyId,
  passkeyIds,
  subject = "the selected passkey",
  mayEnable,
  onDone,
  onClose,
}: Props) {
  const { change, isPending, failure, issueOf } = useEnabled({ tenancyId, mayUndo: mayEnable });

  async function confirm(reason: string): Promise<void> {
    if (!(await change({ passkeyIds, enabled: false, reason }))) return;
    onDone?.();
    onClose();
  }

  const count = passkeyIds.length;
  const it = count === 1 ? "it" : "them";
  return (
    <ReasonDialog
      title={count === 1 ? `Disable ${subject}?` : `Disable ${count} passkeys?`}
      act={count === 1 ? "Disable passkey" : `Disable ${count} passkeys`}
      {...{ isPending, failure, onClose }}
      isRequired
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void confirm(reason)}
    >
      <p>
        Sign-ins are refused immediately.{" "}
        {mayEnable
          ? `You can enable ${it} again at any time.`
          : `To enable ${it} again, sign in with a passkey.`}{" "}
        Devices still offer {it}.
      </p>
    </ReasonDialog>
  );
}
