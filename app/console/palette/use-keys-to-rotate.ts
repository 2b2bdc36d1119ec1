"use client";

import { useEffect, useState } from "react";
import { listKeysToRotate } from "./actions";
import type { PaletteItem } from "./palette-item";

/** Returns the items that open the rotation of a key. Empty without a tenancy. */
export function useKeysToRotate(tenancyId: string | undefined): {
  keys: readonly PaletteItem[];
  isLoading: boolean;
} {
  const [keys, setKeys] = useState<readonly PaletteItem[]>();
  useEffect(() => {
    if (tenancyId === undefined) return;
    let isOver = false;
    void listKeysToRotate(tenancyId, {})
      .catch(() => undefined)
      .then((result) => {
        if (isOver) return;
        const listed = result?.ok === true ? result.value : [];
        setKeys(
          listed.map(({ id, name, start }) => ({
            id: `rotate:${id}`,
            group: "API keys",
            label: name,
            hint: `${start}_…`,
            icon: "act",
            target: { href: `/console/${tenancyId}/api-keys?rotate=${id}` },
          })),
        );
      });
    return () => {
      isOver = true;
    };
  }, [tenancyId]);
  return { keys: keys ?? [], isLoading: keys === undefined };
}
