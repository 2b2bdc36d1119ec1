"use client";

import { ReasonDialog } from "@/app/console/reason-dialog";
import type { RemainingWays } from "./remaining-ways";
import { RemainingWords } from "./remaining-words";
import { useEnabled } from "./use-enabled";

/** What a dialog about selected passkeys says instead of `RemainingWords`. */
export const ofAnyUser =
  "A user who keeps no other enabled passkey can then sign in only with an emailed code, or not at all.";

interface Props {
  tenancyId: string;
  passkeyIds: readonly string[];
  /** Names a single passkey. Default: one that is selected in the list. */
  subject?: string;
  /** What the user of a single passkey keeps. Default: a sentence about any user. */
  remaining?: RemainingWays | undefined;
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
  remaining,
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
      {remaining ? <RemainingWords {...remaining} /> : <p>{ofAnyUser}</p>}
    </ReasonDialog>
  );
}
