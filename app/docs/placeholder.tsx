"use client";

import { useSyncExternalStore } from "react";
import { type PlaceholderName, placeholders } from "./placeholders";
import { readNoReader, readReader, subscribeToReader } from "./reader-tenancy";

/** A placeholder of an example, or the reader's own id. */
export function Placeholder({ name }: { name: PlaceholderName }) {
  const { chosen } = useSyncExternalStore(subscribeToReader, readReader, readNoReader);
  const value = chosen?.[placeholders[name]];
  return (
    <span className="rounded-xs bg-warning-soft text-warning" data-filled={value !== undefined}>
      {value ?? name}
    </span>
  );
}
