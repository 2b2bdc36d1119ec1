"use client";

import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useEffect } from "react";
import type { ActedKey } from "./acted-key";
import { useKeyActions } from "./key-actions";

/** Opens the rotation of the key in `?rotate=`, which the search links to. */
export function RotateFromLink({ keys }: { keys: readonly ActedKey[] }) {
  const { may, begin } = useKeyActions();
  const id = useSearchParams().get("rotate");
  const apiKey = keys.find((key) => key.id === id && !key.isReplaced);
  const router = useRouter();
  const path = usePathname();
  useEffect(() => {
    if (apiKey === undefined || !may.replace) return;
    // The focus returns to the key's menu when the dialog closes.
    document.getElementById(`key-${apiKey.id}`)?.querySelector("button")?.focus();
    begin({ act: "rotate", apiKey });
    router.replace(path, { scroll: false });
  }, [apiKey, may.replace, begin, router, path]);
  return null;
}
