import { expect, test } from "vitest";
import { certificationOf } from "./find-metadata";

const report = (status: string, date: string | null) => ({
  status,
  effectiveDate: date === null ? null : new Date(date),
});

test("the latest certification report decides, whatever its position", () => {
  const older = report("FIDO_CERTIFIED_L1", "2020-01-01");
  const newer = report("FIDO_CERTIFIED_L2", "2022-01-01");
  expect(certificationOf([older, newer])).toBe("L2");
  expect(certificationOf([newer, older])).toBe("L2");
});

test("other reports don't change the level", () => {
  expect(
    certificationOf([
      report("FIDO_CERTIFIED_L1plus", "2020-01-01"),
      report("UPDATE_AVAILABLE", "2021-01-01"),
      report("constructor", "2022-01-01"),
    ]),
  ).toBe("L1plus");
});

test("a report without a date is older than one with a date", () => {
  expect(
    certificationOf([report("FIDO_CERTIFIED_L3", "2020-01-01"), report("FIDO_CERTIFIED", null)]),
  ).toBe("L3");
});

test("a model without a report, or whose certification was lost, has no level", () => {
  expect(certificationOf([])).toBeNull();
  expect(
    certificationOf([
      report("FIDO_CERTIFIED_L2", "2020-01-01"),
      report("NOT_FIDO_CERTIFIED", "2021-01-01"),
    ]),
  ).toBeNull();
});
