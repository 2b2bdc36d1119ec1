"use client";

import { Ellipsis, Lock, LockOpen, Pencil, RefreshCw, ScrollText, Trash2 } from "lucide-react";
import { Link } from "@/app/console/link";
import { pageAction } from "@/app/console/palette/page-action";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { ActedKey } from "./acted-key";
import { useKeyActions } from "./key-actions";

/** Actions on a key. A revoked key has only its audit events, and an expired one can be renamed. */
export function KeyMenu({
  apiKey,
  isOfPage = false,
}: {
  apiKey: ActedKey;
  /** Whether the page is about this key, so that the palette offers the menu. */
  isOfPage?: boolean;
}) {
  const { may, unlock, begin, auditLog } = useKeyActions();
  const mayRename = apiKey.state !== "revoked" && may.rename;
  const isLocked = apiKey.state === "locked";
  const isInUse = apiKey.state === "live" || isLocked;
  const maySetLock = isInUse && (isLocked ? may.unlock : may.lock);
  const mayReplace = isInUse && may.replace && !apiKey.isReplaced;
  const mayRevoke = isInUse && may.revoke;
  if (!(may.readAudit || mayRename || maySetLock || mayReplace || mayRevoke)) return null;
  const trigger = (
    <button
      {...(isOfPage && (mayRename || maySetLock || mayReplace || mayRevoke)
        ? pageAction("key.change")
        : {})}
      type="button"
      aria-label={`Actions for ${apiKey.name}`}
      className="inline-grid size-10 place-items-center rounded-lg text-quiet hover:bg-sunken hover:text-ink"
    >
      <Ellipsis aria-hidden className="size-4" />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {may.readAudit && (
        <MenuItem asChild>
          <Link href={`${auditLog}?who=${apiKey.id}`}>
            <ScrollText aria-hidden className="size-4" />
            Audit events
          </Link>
        </MenuItem>
      )}
      {mayRename && (
        <MenuItem onSelect={() => begin({ act: "rename", apiKey })}>
          <Pencil aria-hidden className="size-4" />
          Rename…
        </MenuItem>
      )}
      {maySetLock && !isLocked && (
        <MenuItem onSelect={() => begin({ act: "lock", apiKey })}>
          <Lock aria-hidden className="size-4" />
          Lock…
        </MenuItem>
      )}
      {maySetLock && isLocked && (
        <MenuItem onSelect={() => void unlock(apiKey)}>
          <LockOpen aria-hidden className="size-4" />
          Unlock
        </MenuItem>
      )}
      {mayReplace && (
        <MenuItem onSelect={() => begin({ act: "rotate", apiKey })}>
          <RefreshCw aria-hidden className="size-4" />
          Rotate…
        </MenuItem>
      )}
      {mayRevoke && (
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
