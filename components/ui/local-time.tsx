"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/**
 * A timestamp (epoch milliseconds) in the user's language and time zone. Rendered in UTC on the
 * server.
 */
export function LocalTime({ at }: { at: number }) {
  const iso = new Date(at).toISOString();
  const text = useSyncExternalStore(
    never,
    () => format.format(at),
    () => `${iso.slice(0, 16).replace("T", " ")} UTC`,
  );
  const title = useSyncExternalStore(
    never,
    () => `${exact.format(at)} (${iso})`,
    () => iso,
  );
  return (
    <time dateTime={iso} title={title} className="whitespace-nowrap">
      {text}
    </time>
  );
}
