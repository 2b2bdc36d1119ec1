import { expect, test } from "vitest";
import {
  judgeStatus,
  type StatusCheck,
  type StatusFigures,
  type StatusLevel,
} from "./judge-status";

const well: StatusFigures = {
  databaseMs: 2,
  databaseVersion: "17.2",
  standby: { state: "awaited", isRequired: true },
  pendingMigrations: 0,
  pool: { used: 1, waiting: 0, most: 10 },
  clockSkewMs: -12,
  queuedEmails: 3,
  retryingEmails: 0,
  emailAlarms: [],
  unacceptedMs: null,
  emailOverdueMs: 900,
  unsealedMs: 59_000,
};

const raised = (isSevere: boolean): StatusFigures["emailAlarms"] => [
  {
    alarm: { kind: "deliveries-late", isSevere, sinceMs: 0, emails: 1 },
    tenancy: { id: "t", name: "T", isSystem: false },
  },
];

test("an installation at work is good in every check", () => {
  expect(new Set(Object.values(judgeStatus(well)))).toEqual(new Set(["good"]));
  expect(judgeStatus({ ...well, emailOverdueMs: null, unsealedMs: null })).toMatchObject({
    emails: "good",
    audit: "good",
  });
});

test.each<[string, Partial<StatusFigures>, Partial<Record<StatusCheck, StatusLevel>>]>([
  ["a slow database", { databaseMs: 100 }, { database: "watch" }],
  ["a database that takes a second", { databaseMs: 1_000 }, { database: "act" }],
  [
    "no standby where none is required",
    { standby: { state: "not-configured", isRequired: false } },
    {},
  ],
  [
    "no standby where one is required",
    { standby: { state: "not-configured", isRequired: true } },
    { standby: "act" },
  ],
  [
    "commits that don't wait for the required standby",
    { standby: { state: "not-awaited", isRequired: true } },
    { standby: "act" },
  ],
  [
    "commits that wait for a standby to connect",
    { standby: { state: "not-connected", isRequired: false } },
    { standby: "act" },
  ],
  ["a pending migration", { pendingMigrations: 1 }, { migrations: "act" }],
  ["a full pool that none waits for", { pool: { used: 10, waiting: 0, most: 10 } }, {}],
  ["a waiting request", { pool: { used: 10, waiting: 1, most: 10 } }, { pool: "watch" }],
  ["as many as the pool has", { pool: { used: 10, waiting: 10, most: 10 } }, { pool: "act" }],
  ["a database that is ahead", { clockSkewMs: 10_000 }, { clock: "watch" }],
  ["a database that is behind", { clockSkewMs: -60_000 }, { clock: "act" }],
  ["retrying emails while others are accepted", { retryingEmails: 2 }, {}],
  [
    "a few retrying emails, and none is accepted",
    { retryingEmails: 2, unacceptedMs: 5_000 },
    { emails: "watch" },
  ],
  ["some email that fails in a tenancy", { emailAlarms: raised(false) }, { emails: "watch" }],
  [
    "email that fails in a tenancy",
    { emailAlarms: [...raised(false), ...raised(true)] },
    { emails: "act" },
  ],
  ["two missed seals", { unsealedMs: 180_000 }, { audit: "watch" }],
  ["no seal for a quarter of an hour", { unsealedMs: 900_000 }, { audit: "act" }],
])("%s", (_name, figures, expected) => {
  expect(judgeStatus({ ...well, ...figures })).toEqual({ ...judgeStatus(well), ...expected });
});
