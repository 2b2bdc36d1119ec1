import { expect, test } from "vitest";
import { bucketWordsInUtc } from "./bucket-words";
import { toHourlyLines, toPoints } from "./chart-series";
import { type LocalHour, utcHour } from "./local-hour";

const hourMs = 3_600_000;

/** One sign-in in each hour up to `toMs`, of which the last `length` are the period. */
const hourly = (toMs: number, length: number, before = 0, firstMs = 0) =>
  toHourlyLines({
    fromMs: toMs - length * hourMs,
    toMs,
    firstMs,
    hours: Array.from({ length: length + before }, (_, index) => ({
      fromMs: toMs - (length + before - index) * hourMs,
      counts: { "passkey.authenticated": 1 },
    })),
  });

/** The local time of a zone, by the browser's own data about it. */
function inZone(timeZone: string): (at: number) => LocalHour {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
  return (at) => {
    const [day = "", time = ""] = format.format(at).split(", ");
    return { day, hour: Number.parseInt(time) };
  };
}

test("points begin at midnight; the first is complete, and the last is still counted", () => {
  const toMs = Date.UTC(2026, 1, 1, 8);
  const points = toPoints(hourly(toMs, 12, 6), 6, utcHour);
  expect(points.map(bucketWordsInUtc)).toEqual([
    "2026-01-31 18:00 – 2026-02-01 00:00 UTC",
    "2026-02-01 00:00 – 2026-02-01 06:00 UTC",
    "2026-02-01 06:00 – 2026-02-01 08:00 UTC, so far",
  ]);
  expect(points.map(({ signIns }) => signIns)).toEqual([6, 6, 2]);
});

test("the first point has the first data, because days before it are no days without activity", () => {
  const toMs = Date.UTC(2026, 0, 31, 12);
  const firstMs = Date.UTC(2026, 0, 29, 15);
  const points = toPoints(hourly(toMs, 30 * 24, 24, firstMs), 24, utcHour);
  expect(points.map(({ fromMs }) => new Date(fromMs).toISOString().slice(0, 13))).toEqual([
    "2026-01-29T00",
    "2026-01-30T00",
    "2026-01-31T00",
  ]);
});

test.each([
  ["Europe/Berlin", "2026-11-26T23:00:00.000Z"],
  ["America/Los_Angeles", "2026-11-27T08:00:00.000Z"],
  // Half an hour beside the hours that are counted.
  ["Asia/Kolkata", "2026-11-26T19:00:00.000Z"],
])("a day in %s begins at its own midnight", (zone, start) => {
  const points = toPoints(hourly(Date.UTC(2026, 10, 27, 12), 48, 24), 24, inZone(zone));
  const last = points.at(-1);
  expect(new Date(last?.fromMs ?? 0).toISOString()).toBe(start);
  expect(points.at(-2)).toMatchObject({ toMs: last?.fromMs, signIns: 24 });
});

test("a day on which clocks go back has 25 hours, each in one point", () => {
  const zone = inZone("Europe/Berlin");
  const toMs = Date.UTC(2026, 9, 26, 12);
  expect(toPoints(hourly(toMs, 48, 24), 24, zone).map(({ signIns }) => signIns)).toEqual([
    24, 25, 13,
  ]);
  const hours = toPoints(hourly(toMs, 48), 1, zone);
  expect(hours).toHaveLength(48);
  expect(new Set(hours.map(({ signIns }) => signIns))).toEqual(new Set([1]));
});

test("sign-ins are those by passkey and by code; failed requests are all failures", () => {
  const fromMs = Date.UTC(2026, 0, 31, 18);
  const counts = {
    "passkey.authenticated": 5,
    "user.authenticated-by-email": 2,
    "passkey.registered": 3,
    "challenge.verified": 4,
    "failure.InvalidToken": 1,
    "failure.VerificationFailed.origin": 1,
    "mail.dead": 9,
  };
  const toMs = fromMs + hourMs;
  const lines = toHourlyLines({ fromMs, toMs, firstMs: fromMs, hours: [{ fromMs, counts }] });
  expect(toPoints(lines, 1, utcHour)).toEqual([
    { fromMs, toMs, signIns: 7, registrations: 3, codes: 4, failed: 2, isCurrent: true },
  ]);
});
