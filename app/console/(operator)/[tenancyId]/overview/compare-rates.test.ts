import { expect, test } from "vitest";
import { compareRates } from "./compare-rates";

const failed = {
  part: (counts: { failed?: number }) => counts.failed ?? 0,
  whole: (counts: { failed?: number; all?: number }) => counts.all ?? 0,
  of: "attempts",
};
const compare = (totals: object, before: object) => compareRates({ totals, before }, failed);

test("twice the failures of twice the attempts are unchanged", () => {
  expect(compare({ failed: 40, all: 2_000 }, { failed: 20, all: 1_000 })).toEqual({
    now: "2%",
    before: "2%",
    direction: null,
    isNotable: false,
  });
});

test("as many failures of half the attempts are worse", () => {
  expect(compare({ failed: 20, all: 500 }, { failed: 20, all: 1_000 })).toEqual({
    now: "4%",
    before: "2%",
    direction: "up",
    isNotable: true,
  });
});

test.each([
  [
    { failed: 0, all: 10 },
    { failed: 1, all: 10 },
    { direction: "down", isNotable: true, now: "0%" },
  ],
  [
    { failed: 1, all: 10 },
    { failed: 0, all: 10 },
    { direction: "up", isNotable: true },
  ],
  [
    { failed: 21, all: 1_000 },
    { failed: 20, all: 1_000 },
    { direction: "up", isNotable: false },
  ],
  [{ failed: 1, all: 10 }, {}, { direction: null, before: undefined, now: "10%" }],
])("%j after %j", (totals, before, comparison) => {
  expect(compare(totals, before)).toMatchObject(comparison);
});

test("without attempts there is no rate", () => {
  expect(compare({}, { failed: 1, all: 10 })).toBeUndefined();
});
