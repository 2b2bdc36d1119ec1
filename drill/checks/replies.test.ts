import { expect, test } from "vitest";
import type { Episode, Tolerance } from "@/drill/faults/fault";
import { createJournal, type Sent } from "@/drill/journal";
import { hasPassed } from "./check";
import { checkReplies } from "./replies";

const sent = (changes: Partial<Sent>): Sent => ({
  kind: "passkey",
  requestId: "r1",
  instance: 0,
  startedAt: 100,
  endedAt: 110,
  ...changes,
});

const during = (tolerates: Tolerance): Episode => ({
  name: "fault",
  tolerates,
  recoveryLimitSeconds: 1,
  losesCeremonies: false,
  startedAt: 105,
  repairedAt: 120,
  answeredAt: 130,
  recoveredAt: 140,
});

function failed(request: Sent, ...episodes: Episode[]) {
  return checkReplies({ ...createJournal(), sent: [request] }, episodes)
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);
}

const untimely = "requests fail only during a fault that explains it";
const unavailable = sent({ status: 503, hasRetryAfter: true });
const broken = sent({ error: "ECONNRESET" });

test("successes and refusals are no failures", () => {
  expect(failed(sent({ status: 200 }))).toEqual([]);
  expect(failed(sent({ status: 404 }))).toEqual([]);
});

test("a 503 needs Retry-After and a fault of the database", () => {
  expect(failed(unavailable, during({ unavailable: true }))).toEqual([]);
  expect(failed(unavailable)).toEqual([untimely]);
  expect(failed(unavailable, during({ brokenConnections: [0] }))).toEqual([untimely]);
  expect(failed({ ...unavailable, hasRetryAfter: false }, during({ unavailable: true }))).toEqual([
    "every 5xx is a 503 with Retry-After",
  ]);
});

test("a 500 always fails", () => {
  expect(failed({ ...unavailable, status: 500 }, during({ unavailable: true }))).toEqual([
    "every 5xx is a 503 with Retry-After",
  ]);
});

test("a broken connection needs a fault of its instance", () => {
  expect(failed(broken, during({ brokenConnections: [0] }))).toEqual([]);
  expect(failed(broken, during({ brokenConnections: [1] }))).toEqual([untimely]);
  expect(failed(broken, during({ unavailable: true }))).toEqual([untimely]);
});

test("a failure before the fault or after the recovery fails", () => {
  const fault = during({ unavailable: true });
  expect(failed({ ...unavailable, startedAt: 90, endedAt: 104 }, fault)).toEqual([untimely]);
  expect(failed({ ...unavailable, startedAt: 131, endedAt: 135 }, fault)).toEqual([untimely]);
});

test("an unexpected reply fails", () => {
  const journal = { ...createJournal(), unexpected: ["vault page: 429"] };
  expect(checkReplies(journal, []).filter((check) => !hasPassed(check))).toHaveLength(1);
});
