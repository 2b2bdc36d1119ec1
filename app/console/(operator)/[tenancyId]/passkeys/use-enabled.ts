"use client";

import { toast } from "sonner";
import {
  disablePasskey,
  disablePasskeys,
  enablePasskeys,
} from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { useAction } from "@/app/console/use-action";

interface Change {
  passkeyIds: readonly string[];
  enabled: boolean;
  reason?: string;
}

const passkeysOf = (count: number) => (count === 1 ? "1 passkey" : `${count} passkeys`);

const news = (count: number, enabled: boolean) =>
  `${passkeysOf(count)} ${enabled ? "enabled" : "disabled"}.`;

// A single passkey has its own action, which code sessions may run.
function send(tenancyId: string, { passkeyIds, enabled, reason = "" }: Change) {
  const [first, ...others] = passkeyIds;
  if (enabled) return enablePasskeys(tenancyId, { passkeyIds: [...passkeyIds] });
  if (first !== undefined && others.length === 0)
    return disablePasskey(tenancyId, { passkeyId: first, reason });
  return disablePasskeys(tenancyId, { passkeyIds: [...passkeyIds], reason });
}

/** Enables or disables passkeys, shows the count and offers to undo it. */
export function useEnabled({ tenancyId, mayUndo }: { tenancyId: string; mayUndo: boolean }) {
  const { run, ...state } = useAction(
    send,
    (_, { passkeyIds, enabled }) =>
      `${enabled ? "enable" : "disable"} ${passkeysOf(passkeyIds.length)}`,
  );

  async function change(wanted: Change, isUndo = false): Promise<boolean> {
    const result = await run(tenancyId, wanted);
    if (!result.ok) {
      // Only the dialog shows its own error.
      if ((isUndo || wanted.enabled) && result.needs === undefined)
        toast.error(result.error.message);
      return false;
    }
    const { changed, missing } = result.value;
    const undo =
      isUndo || !mayUndo || changed.length === 0
        ? {}
        : {
            action: {
              label: "Undo",
              onClick: () => void change({ passkeyIds: changed, enabled: !wanted.enabled }, true),
            },
          };
    toast(
      `${news(changed.length, wanted.enabled)}${missing.length === 0 ? "" : ` ${missing.length} had already been deleted.`}`,
      undo,
    );
    return true;
  }

  return { ...state, change };
}
