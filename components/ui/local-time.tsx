"use client";

import { type MouseEvent, useSyncExternalStore } from "react";
import { pageLocale } from "./page-locale";
import { relativeWords } from "./relative-words";

const never = () => () => undefined;
const toTheSecond = {
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  second: "2-digit",
} as const;
const formats = {
  clock: new Intl.DateTimeFormat(pageLocale, { timeStyle: "short" }),
  minute: new Intl.DateTimeFormat(pageLocale, { dateStyle: "medium", timeStyle: "short" }),
  second: new Intl.DateTimeFormat(pageLocale, toTheSecond),
  full: new Intl.DateTimeFormat(pageLocale, { ...toTheSecond, year: "numeric" }),
};
type Precision = keyof typeof formats;
/** The part of an ISO 8601 time that the server shows. */
const inUtc: Record<Precision, [start: number, end: number]> = {
  clock: [11, 16],
  minute: [0, 16],
  second: [0, 19],
  full: [0, 19],
};
const exact = new Intl.DateTimeFormat(pageLocale, { dateStyle: "full", timeStyle: "long" });

/** Returns the instant in the page's language and the browser's time zone. On the server, in UTC. */
function useExactInstant(at: number): string {
  const iso = new Date(at).toISOString();
  return useSyncExternalStore(
    never,
    () => `${exact.format(at)} (${iso})`,
    () => iso,
  );
}

interface Moment {
  at: number;
  now: number;
}

// A time stays above the link that covers its row, for the exact instant on hover.
const openRow = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest("tr")?.querySelector<HTMLElement>("[data-row-link]")?.click();

/**
 * A timestamp (epoch milliseconds) in the page's language and the user's time zone. Rendered in UTC on the
 * server. `clock` leaves out the day, `second` the year, and `full` has seconds and the year. The page
 * names the zone once: see `TimeHeading`.
 */
export function LocalTime({ at, precision = "minute" }: { at: number; precision?: Precision }) {
  const iso = new Date(at).toISOString();
  const text = useSyncExternalStore(
    never,
    () => formats[precision].format(at),
    () => `${iso.slice(...inUtc[precision]).replace("T", " ")} UTC`,
  );
  return (
    <time
      dateTime={iso}
      title={useExactInstant(at)}
      onClick={openRow}
      className="whitespace-nowrap"
    >
      {text}
    </time>
  );
}

/**
 * A timestamp as "3 minutes ago", with the exact instant on hover and for screen readers. Both
 * times are epoch milliseconds; `now` comes from `ctx.clock`, so the server's text never changes in
 * the browser.
 */
export function RelativeTime({ at, now }: Moment) {
  const instant = useExactInstant(at);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={instant}
      onClick={openRow}
      className="relative whitespace-nowrap"
    >
      {relativeWords(at, now)}
      <span className="sr-only">, {instant}</span>
    </time>
  );
}

/** A timestamp as "3 minutes ago", and below it (on phones beside it) the clock time with seconds. */
export function EventTime({
  at,
  now,
  precision = "second",
}: Moment & { precision?: "second" | "full" }) {
  return (
    <span className="flex flex-col items-start max-sm:flex-row max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-2">
      <RelativeTime at={at} now={now} />
      <span className="text-xs text-quiet">
        <LocalTime at={at} precision={precision} />
      </span>
    </span>
  );
}
