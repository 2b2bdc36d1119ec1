import { expect, test } from "vitest";
import { axisTicks, tickWords } from "./axis-ticks";
import { toPoints } from "./chart-series";
import { utcHour } from "./local-hour";

const hourMs = 3_600_000;
const toMs = Date.UTC(2026, 0, 31, 17);

/** Labeled times of a chart that ends at `toMs`. */
function ticksOf(hours: number, length: number, isNarrow: boolean, firstMs = 0): string[] {
  const zeros = Array.from({ length: hours + length }, () => 0);
  const points = toPoints(
    {
      startMs: toMs - (hours + length) * hourMs,
      fromMs: toMs - hours * hourMs,
      toMs,
      firstMs,
      counts: { signIns: zeros, registrations: zeros, codes: zeros, failed: zeros },
    },
    length,
    utcHour,
  );
  return axisTicks(points, { length, isNarrow }, utcHour).map((at) =>
    new Date(at).toISOString().slice(5, 13),
  );
}

test("a day has a label at every third hour, on phones at every sixth", () => {
  const day = ["01-30T18", "01-30T21", "01-31T00", "01-31T03", "01-31T06", "01-31T09"];
  expect(ticksOf(24, 1, false)).toEqual([...day, "01-31T12", "01-31T15"]);
  expect(ticksOf(24, 1, true)).toEqual(["01-30T18", "01-31T00", "01-31T06", "01-31T12"]);
});

test("a week has a label at every midnight, on phones at every second, up to the last", () => {
  const days = ["25", "26", "27", "28", "29", "30", "31"].map((day) => `01-${day}T00`);
  expect(ticksOf(7 * 24, 6, false)).toEqual(days);
  expect(ticksOf(7 * 24, 6, true)).toEqual(days.filter((_, index) => index % 2 === 0));
});

test("a month has a label every five days, on phones every ten, up to today", () => {
  expect(ticksOf(30 * 24, 24, false).at(-1)).toBe("01-31T00");
  expect(ticksOf(30 * 24, 24, false).at(-2)).toBe("01-26T00");
  expect(ticksOf(30 * 24, 24, true)).toEqual(["01-11T00", "01-21T00", "01-31T00"]);
});

test("a chart whose data begins late has labels for its few points, and at least one", () => {
  expect(ticksOf(30 * 24, 24, false, Date.UTC(2026, 0, 28, 5))).toEqual([
    "01-29T00",
    "01-30T00",
    "01-31T00",
  ]);
  expect(ticksOf(30 * 24, 24, true, Date.UTC(2026, 0, 31, 5))).toEqual(["01-31T00"]);
  expect(ticksOf(24, 1, false, Date.UTC(2026, 0, 31, 16))).toEqual(["01-31T16"]);
});

test("a chart without points has no labels", () => {
  expect(axisTicks([], { length: 1, isNarrow: false }, utcHour)).toEqual([]);
});

test("a label names the start of its point. Spaces of `Intl` differ between versions", () => {
  const at = new Date(2026, 0, 31, 18).getTime();
  const words = (length: number) => tickWords(at, length).map((line) => line.replace(/\s/g, " "));
  expect(words(1)).toEqual(["6 PM", "Sat"]);
  expect(words(6)).toEqual(["Sat", "Jan 31"]);
  expect(words(24)).toEqual(["Jan 31"]);
});
