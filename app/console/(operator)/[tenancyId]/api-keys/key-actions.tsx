"use client";

import { createContext, useContext, useState, type ReactNode } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import type { ApiKeyState } from "@/lib/domain/api-key/list-api-keys";
import { lockKey, unlockKey } from "./actions";
import type { KeyPlace } from "./key-shown";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";

export interface ActedKey {
  id: string;
  name: string;
  start: string;
  state: ApiKeyState;
  isReplaced: boolean;
}

interface Begun {
  act: "rotate" | "revoke";
  apiKey: ActedKey;
}

/** The key actions that this session may run. */
interface May {
  lock: boolean;
  unlock: boolean;
  replace: boolean;
  revoke: boolean;
}

interface Actions {
  may: May;
  setLocked: (apiKey: ActedKey, isLocked: boolean) => Promise<void>;
  begin: (begun: Begun) => void;
}

const KeyActionsContext = createContext<Actions>({
  may: { lock: false, unlock: false, replace: false, revoke: false },
  setLocked: () => Promise.resolve(),
  begin: () => undefined,
});

export const useKeyActions = (): Actions => useContext(KeyActionsContext);

interface Props {
  place: KeyPlace;
  may: May;
  children: ReactNode;
}

/**
 * Renders the dialogs above both tables, because a row can move to the other table while its dialog
 * is open.
 */
export function KeyActions({ place, may, children }: Props) {
  const { run: lock } = useAction(lockKey);
  const { run: unlock } = useAction(unlockKey);
  const [begun, setBegun] = useState<Begun>();

  async function setLocked(apiKey: ActedKey, isLocked: boolean) {
    const result = await (isLocked ? lock : unlock)(place.tenancyId, { id: apiKey.id });
    if (!result.ok)
      return void toast.error(`“${apiKey.name}” was not ${isLocked ? "locked" : "unlocked"}`, {
        description: result.error.message,
      });
    const undo = { action: { label: "Undo", onClick: () => void setLocked(apiKey, !isLocked) } };
    toast(
      isLocked
        ? `“${apiKey.name}” is locked. Its requests are refused`
        : `“${apiKey.name}” is unlocked`,
      isLocked && !may.unlock ? {} : undo,
    );
  }

  const close = () => setBegun(undefined);
  return (
    <KeyActionsContext value={{ may, setLocked, begin: setBegun }}>
      {children}
      {begun?.act === "revoke" && (
        <RevokeDialog tenancyId={place.tenancyId} apiKey={begun.apiKey} onClose={close} />
      )}
      {begun?.act === "rotate" && (
        <RotateDialog place={place} apiKey={begun.apiKey} onClose={close} />
      )}
    </KeyActionsContext>
  );
}
