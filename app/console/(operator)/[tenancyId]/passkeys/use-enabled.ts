"use client";

import { toast } from "sonner";
import { setPasskeysEnabled } from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { useAction } from "@/app/console/use-action";

interface Change {
  passkeyIds: readonly string[];
  enabled: boolean;
  reason?: string;
}

const news = (count: number, enabled: boolean) => `${count === 1 ? "1 passkey" : `${count} passkeys`} ${enabled ? "enabled" : "disabled"}.`;

/** Switches passkeys off or on, says how many it were, and offers to undo it. */
export function useEnabled(tenancyId: string) {
  const { run, ...state } = useAction(setPasskeysEnabled);

  async function change({ passkeyIds, ...how }: Change, isUndo = false): Promise<boolean> {
    const result = await run(tenancyId, { passkeyIds: [...passkeyIds], ...how });
    if (!result.ok) return false;
    const { changed, missing } = result.value;
    const undo = isUndo || changed.length === 0 ? {} : { action: { label: "Undo", onClick: () => void change({ passkeyIds: changed, enabled: !how.enabled }, true) } };
    toast(`${news(changed.length, how.enabled)}${missing.length === 0 ? "" : ` ${missing.length} had gone before.`}`, undo);
    return true;
  }

  return { ...state, change };
}
