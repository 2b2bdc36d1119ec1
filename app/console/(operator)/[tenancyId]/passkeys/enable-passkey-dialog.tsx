"use client";

import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LocalTime } from "@/components/ui/local-time";
import { useEnabled } from "./use-enabled";

/** Why a passkey is disabled, and since when in ms. */
export interface Disabling {
  reason: string;
  at: number;
  /** Why the passkey policy refuses it even when it is enabled; null if it doesn't. */
  refusal: string | null;
}

interface Props {
  tenancyId: string;
  passkeyId: string;
  /** Such as "the Apple Passwords passkey of ada@example.com". */
  subject: string;
  disabling: Disabling;
  onClose: () => void;
}

/** Enables a passkey that was disabled for a reason. Without Undo, which would lose the reason. */
export function EnablePasskeyDialog({ tenancyId, passkeyId, subject, disabling, onClose }: Props) {
  const { change, isPending } = useEnabled({ tenancyId, mayUndo: false });

  async function confirm(): Promise<void> {
    if (await change({ passkeyIds: [passkeyId], enabled: true })) onClose();
  }

  return (
    <ConfirmDialog
      title={`Enable ${subject}?`}
      act="Enable passkey"
      tone="primary"
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <p>
        It was disabled on <LocalTime at={disabling.at} precision="full" />. Reason:{" "}
        <strong className="text-ink [overflow-wrap:anywhere]">“{disabling.reason}”</strong>
      </p>
      <p>
        Enable it only if the reason no longer applies.{" "}
        {disabling.refusal === null
          ? "It can then sign in immediately."
          : `The passkey policy refuses its sign-ins all the same. ${disabling.refusal}.`}
      </p>
    </ConfirmDialog>
  );
}
