import { expect, test } from "vitest";
import type { StatusFigures } from "@/lib/domain/admin/status/judge-status";
import { checkWords, statusSummary } from "./check-words";

const figures: StatusFigures = {
  databaseMs: 2,
  databaseVersion: "17.2",
  standby: { state: "not-configured", isRequired: false },
  pendingMigrations: 0,
  pool: { used: 1, waiting: 0, most: 10 },
  clockSkewMs: 12,
  queuedEmails: 0,
  retryingEmails: 0,
  emailAlarms: [],
  unacceptedMs: null,
  emailOverdueMs: null,
  unsealedMs: null,
};
const failing = (isSevere: boolean): StatusFigures["emailAlarms"][number] => ({
  tenancy: { id: "t", name: "Harbour", isSystem: false },
  alarm: {
    kind: "deliveries-failing",
    isSevere,
    sinceMs: 0,
    answer: null,
    tried: 3,
    retrying: 3,
    refused: 0,
    expired: 0,
  },
});
const wordsOf = (changed: Partial<StatusFigures> = {}) =>
  Object.values(checkWords).map(({ value }) => value({ ...figures, ...changed }));

test("says each figure in words", () => {
  expect(wordsOf()).toEqual([
    "PostgreSQL 17.2, answers in 2 ms",
    "Not used: none is required, and commits don’t wait for one",
    "All of this version are applied",
    "1 of 10 in use, no request is waiting",
    "Same time as the database, to the second",
    "No email is waiting",
    "Every event is sealed",
  ]);
  expect(
    wordsOf({
      standby: { state: "not-configured", isRequired: true },
      pendingMigrations: 2,
      pool: { used: 10, waiting: 1, most: 10 },
      clockSkewMs: -61_000,
      queuedEmails: 1_200,
      emailOverdueMs: 7_300_000,
      unsealedMs: 45_000,
    }).slice(1),
  ).toEqual([
    "Commits don’t wait for a standby",
    "2 migrations are missing",
    "10 of 10 in use, 1 request waits",
    "The database is 1 minute behind",
    "1,200 emails are waiting, the oldest has been due for 2 hours",
    "The oldest event without a seal is 45 seconds old",
  ]);
  expect(wordsOf({ queuedEmails: 3, retryingEmails: 2, emailAlarms: [failing(true)] })[5]).toBe(
    "Email isn’t being delivered in 1 tenancy. 3 emails are waiting, 2 retrying, none is late",
  );
  expect(wordsOf({ emailAlarms: [failing(true), failing(false), failing(false)] })[5]).toBe(
    "Email isn’t being delivered in 1 tenancy. Some email isn’t being delivered in 2 tenancies. " +
      "No email is waiting",
  );
  expect(wordsOf({ queuedEmails: 2, retryingEmails: 2, unacceptedMs: 70_000 })[5]).toBe(
    "No email was accepted for 1 minute. 2 emails are waiting, 2 retrying, none is late",
  );
  expect(wordsOf({ clockSkewMs: 3_000, queuedEmails: 1 }).slice(4, 6)).toEqual([
    "The database is 3 seconds ahead",
    "1 email is waiting, none is late",
  ]);
});

test.each([
  [["good", "good"], "Everything works."],
  [["act", "good"], "Act on 1 check."],
  [["watch", "watch"], "Watch 2 checks."],
  [["act", "watch", "good"], "Act on 1 check, and watch 1 more."],
] as const)("%j: %s", (levels, words) => {
  expect(statusSummary(levels)).toBe(words);
});
