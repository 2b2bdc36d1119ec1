"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { userItem } from "./found-items";
import type { PaletteItem } from "./palette-item";
import { addRecentItem, readRecentItems } from "./recent-items";
import { useNamedUsers } from "./use-found";

const userPage = /^\/console\/([0-9a-z]{26})\/users\/([0-9a-z]{26})$/;

/** Remembers the pages of users that the operator opens. */
export function useRecentPages(operatorSub: string): void {
  const path = usePathname();
  useEffect(() => {
    if (userPage.test(path)) addRecentItem(operatorSub, path);
  }, [operatorSub, path]);
}

/** Returns the recent items that this tenancy and role still have. */
export function useRecentItems(
  operatorSub: string,
  tenancyId: string | undefined,
  items: readonly PaletteItem[],
): PaletteItem[] {
  const path = usePathname();
  // The first one is the page before, because the page that is shown is left out.
  const [ids] = useState(() => readRecentItems(operatorSub).filter((id) => id !== path));
  const subOf = (id: string) => {
    const [, tenancy, sub = ""] = userPage.exec(id) ?? [];
    return tenancy === tenancyId ? sub : "";
  };
  const users = useNamedUsers(
    tenancyId,
    ids.map(subOf).filter((sub) => sub !== ""),
  );
  const known = [...items, ...users.map((user) => userItem(tenancyId ?? "", user, "Recent"))];
  return ids.flatMap((id) => {
    const item = known.find((each) => each.id === id);
    return item ? [{ ...item, id: `recent:${id}`, group: "Recent" as const }] : [];
  });
}
