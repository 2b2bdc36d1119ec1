"use client";

import { Ellipsis, Lock, LockOpen, RefreshCw, Trash2 } from "lucide-react";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useKeyActions, type ActedKey } from "./key-actions";

/** Actions on a key. Empty for an expired or revoked key. */
export function KeyMenu({ apiKey }: { apiKey: ActedKey }) {
  const { may, setLocked, begin } = useKeyActions();
  const isLocked = apiKey.state === "locked";
  const maySetLock = isLocked ? may.unlock : may.lock;
  const mayReplace = may.replace && !apiKey.isReplaced;
  if (
    apiKey.state === "revoked" ||
    apiKey.state === "expired" ||
    !(maySetLock || mayReplace || may.revoke)
  )
    return null;
  const Icon = isLocked ? LockOpen : Lock;
  const trigger = (
    <button
      type="button"
      aria-label={`Actions for ${apiKey.name}`}
      className="inline-grid size-10 place-items-center rounded-lg text-quiet hover:bg-sunken hover:text-ink"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {maySetLock && (
        <MenuItem onSelect={() => void setLocked(apiKey, !isLocked)}>
          <Icon aria-hidden className="size-4" />
          {isLocked ? "Unlock" : "Lock"}
        </MenuItem>
      )}
      {mayReplace && (
        <MenuItem onSelect={() => begin({ act: "rotate", apiKey })}>
          <RefreshCw aria-hidden className="size-4" />
          Rotate…
        </MenuItem>
      )}
      {may.revoke && (
        <>
          <MenuSeparator />
          <MenuItem tone="danger" onSelect={() => begin({ act: "revoke", apiKey })}>
            <Trash2 aria-hidden className="size-4" />
            Revoke…
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
