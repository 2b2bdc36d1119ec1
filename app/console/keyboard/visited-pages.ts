"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect } from "react";

// Outside React: a new tenancy replaces the whole shell.
const searches = new Map<string, string>();
let current: string | undefined;
let previous: string | undefined;

/** Remembers how each page was filtered, and which page was shown before. */
export function useVisitedPages(): void {
  const path = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => {
    searches.set(path, search);
    if (path === current) return;
    previous = current;
    current = path;
  }, [path, search]);
}

/** The path of the page before this one. */
export const previousPath = (): string | undefined => previous;

/** Returns the address of a page, with the filters that it had last. */
export function lastAddressOf(path: string): string {
  const search = searches.get(path);
  return search ? `${path}?${search}` : path;
}
