"use client";

import { createContext, type ReactNode, useContext, useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import type { ActedKey } from "./acted-key";
import { unlockKey } from "./actions";
import type { KeyPlace } from "./key-shown";
import { LockDialog } from "./lock-dialog";
import { RenameKey } from "./rename-key";
import { RevokeDialog } from "./revoke-dialog";
import { RotateDialog } from "./rotate-dialog";

interface Begun {
  act: "rename" | "lock" | "rotate" | "revoke";
  apiKey: ActedKey;
}

/** The key actions that this session may run. */
interface May {
  rename: boolean;
  lock: boolean;
  lockCreated: boolean;
  unlock: boolean;
  replace: boolean;
  revoke: boolean;
  readAudit: boolean;
}

interface Actions {
  may: May;
  unlock: (apiKey: ActedKey) => Promise<void>;
  begin: (begun: Begun) => void;
  /** The audit log's page. */
  auditLog: string;
}

const KeyActionsContext = createContext<Actions>({
  may: {
    rename: false,
    lock: false,
    lockCreated: false,
    unlock: false,
    replace: false,
    revoke: false,
    readAudit: false,
  },
  unlock: () => Promise.resolve(),
  begin: () => undefined,
  auditLog: "",
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
  const { run } = useAction(unlockKey, "unlock the key");
  const [begun, setBegun] = useState<Begun>();

  async function unlock(apiKey: ActedKey) {
    const result = await run(place.tenancyId, { id: apiKey.id });
    if (!result.ok)
      return void toast.error(`“${apiKey.name}” was not unlocked`, {
        description: result.error.message,
      });
    toast(`“${apiKey.name}” is unlocked`, {
      action: { label: "Lock again", onClick: () => setBegun({ act: "lock", apiKey }) },
    });
  }

  const close = () => setBegun(undefined);
  return (
    <KeyActionsContext
      value={{ may, unlock, begin: setBegun, auditLog: `/console/${place.tenancyId}/audit` }}
    >
      {children}
      {begun?.act === "rename" && (
        <RenameKey tenancyId={place.tenancyId} apiKey={begun.apiKey} onClose={close} />
      )}
      {begun?.act === "lock" && (
        <LockDialog
          tenancyId={place.tenancyId}
          apiKey={begun.apiKey}
          mayLockCreated={may.lockCreated}
          unlock={may.unlock ? () => void unlock(begun.apiKey) : undefined}
          onClose={close}
        />
      )}
      {begun?.act === "revoke" && (
        <RevokeDialog tenancyId={place.tenancyId} apiKey={begun.apiKey} onClose={close} />
      )}
      {begun?.act === "rotate" && (
        <RotateDialog place={place} apiKey={begun.apiKey} onClose={close} />
      )}
    </KeyActionsContext>
  );
}
