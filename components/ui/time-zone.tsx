"use client";

import { useSyncExternalStore } from "react";
import { placeOfZone } from "./place-of-zone";

const never = () => () => undefined;
const zoneOfBrowser = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time zone in which `LocalTime` shows times. On the server, UTC. */
const useTimeZone = () => useSyncExternalStore(never, zoneOfBrowser, () => "UTC");

/** The heading of a column of times. It names their zone, so that the times don't repeat it. */
export function TimeHeading({ label }: { label: string }) {
  const zone = useTimeZone();
  return (
    <>
      {label}{" "}
      <span data-time-zone title={zone} className="font-normal">
        ({placeOfZone(zone)})
      </span>
    </>
  );
}

/**
 * Names the time zone at the end of a page. CSS shows it on pages with times whose headings don't name
 * the zone, and on phones, where tables have no headings.
 */
export function TimeZoneNote() {
  const zone = useTimeZone();
  return (
    <p
      className={
        "mt-auto hidden text-xs text-quiet [#page:has(time)_&]:block " +
        "sm:[#page:has([data-time-zone])_&]:hidden"
      }
    >
      Times are in {zone === "UTC" ? zone : `the time zone ${zone}`}.
    </p>
  );
}
