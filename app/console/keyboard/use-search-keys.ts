"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const isApple = () => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns the keys that open the search, as this device labels them. */
export const useSearchKeys = (): string =>
  useSyncExternalStore(never, isApple, () => false) ? "⌘K" : "Ctrl K";
