import { expect, test } from "vitest";
import { emailLog, toChallengeFilter } from "./email-log-search";

test("a link of the overview becomes a filter with a time range", () => {
  const search = emailLog.read({
    delivery: "refused",
    from: "2026-01-31T10:00:00.000Z",
    to: "2026-01-31T12:00:00+01:00",
    after: "01jd3s0m6kz8f4w2v9b7c5x1ta",
  });
  expect(toChallengeFilter(search)).toMatchObject({
    delivery: "refused",
    fromMs: Date.UTC(2026, 0, 31, 10),
    toMs: Date.UTC(2026, 0, 31, 11),
    before: "01jd3s0m6kz8f4w2v9b7c5x1ta",
  });
  expect(emailLog.isFiltered(search)).toBe(true);
});

test("ignores invalid filters", () => {
  const search = emailLog.read({
    delivery: "lost",
    state: ["gone"],
    mailbox: "a\0b",
    from: "yesterday",
    to: "1969-12-31T23:59:59Z",
  });
  expect(emailLog.isFiltered(search)).toBe(false);
});
