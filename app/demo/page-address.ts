"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns the page's address, or undefined while the server renders. */
export function usePageAddress(): URL | undefined {
  const href = useSyncExternalStore(
    never,
    () => window.location.href,
    () => undefined,
  );
  return href === undefined ? undefined : new URL(href);
}

/** Whether the demo's passkeys work on this host. */
export const isDemoHost = (hostname: string): boolean =>
  hostname === "localhost" || hostname.endsWith(".localhost");
