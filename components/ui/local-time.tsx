"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** A moment (ms since 1970) in the reader's own language and time zone; in UTC until the page runs. */
export function LocalTime({ at }: { at: number }) {
  const iso = new Date(at).toISOString();
  const text = useSyncExternalStore(
    never,
    () => format.format(at),
    () => `${iso.slice(0, 16).replace("T", " ")} UTC`,
  );
  return <time dateTime={iso}>{text}</time>;
}
