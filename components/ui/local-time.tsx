"use client";

import { useSyncExternalStore } from "react";
import { relativeWords } from "./relative-words";

const never = () => () => undefined;
const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

/** Returns the instant in the browser's language and time zone. On the server, in UTC. */
function useExactInstant(at: number): string {
  const iso = new Date(at).toISOString();
  return useSyncExternalStore(
    never,
    () => `${exact.format(at)} (${iso})`,
    () => iso,
  );
}

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
  return (
    <time dateTime={iso} title={useExactInstant(at)} className="whitespace-nowrap">
      {text}
    </time>
  );
}

/**
 * A timestamp as "3 minutes ago", with the exact instant on hover and for screen readers. Both
 * times are epoch milliseconds; `now` comes from `ctx.clock`, so the server's text never changes in
 * the browser.
 */
export function RelativeTime({ at, now }: { at: number; now: number }) {
  const instant = useExactInstant(at);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={instant}
      className="relative whitespace-nowrap"
    >
      {relativeWords(at, now)}
      <span className="sr-only">, {instant}</span>
    </time>
  );
}
