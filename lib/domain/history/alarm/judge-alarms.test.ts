import { describe, expect, test } from "vitest";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { lifetimes } from "@/lib/limits";
import { judgeAlarms, judgeUnalarming } from "./judge-alarms";
import type { AlarmFigures } from "./read-alarm-figures";

const hourMs = 1_700_000_000 * 1_000 - ((1_700_000_000 * 1_000) % lifetimes.hourMs);

const quiet: AlarmFigures = {
  tenancyId: "tenancy",
  hourMs,
  deliveries: { outcomes: [], failedIds: [], lastAnswer: null },
  late: { emails: 0, oldestDueAt: null },
  failures: { thisHour: { count: 0, requests: 0 }, lastHour: { count: 0, requests: 0 } },
  topReasons: { thisHour: null, lastHour: null },
  usual: { failures: 0, requests: 0, hours: 168 },
  webhooks: [],
  metadataOutdatedAt: null,
  codes: { used: 0, ceiling: 100 },
  visitorCodes: { used: 0, ceiling: 50 },
};
const judge = (figures: Partial<AlarmFigures>) => judgeAlarms({ ...quiet, ...figures });

test("a quiet tenancy has no alarm", () => {
  expect(judgeAlarms(quiet)).toEqual([]);
});

test.each([
  ["codes", "code-ceiling"],
  ["visitorCodes", "visitor-ceiling"],
] as const)("%s raise an alarm at 80 %% of the hourly limit, severe at 100 %%", (field, kind) => {
  const at = (used: number) => judge({ [field]: { used, ceiling: 100 } });
  expect(at(79)).toEqual([]);
  const alarm = { kind, sinceMs: hourMs, ceiling: 100 };
  expect(at(80)).toEqual([{ ...alarm, isSevere: false, used: 80 }]);
  expect(at(100)).toEqual([{ ...alarm, isSevere: true, used: 100 }]);
});

test("webhooks that have failed for a while raise one alarm, and the others are mentioned", () => {
  const webhook = (id: string, atMs: number, raisesAlarm: boolean) => ({
    id,
    name: `Hook ${id}`,
    failingSince: new Date(atMs),
    lastFailure: "500",
    raisesAlarm,
  });
  const webhooks = [
    webhook("a", hourMs, true),
    webhook("b", hourMs + 1, true),
    webhook("c", hourMs + 2, false),
  ];
  const [a, b, c] = webhooks.map(({ id, name, failingSince, lastFailure }) => ({
    id,
    name,
    sinceMs: failingSince.getTime(),
    cause: lastFailure,
  }));
  expect(judge({ webhooks })).toEqual([
    { kind: "webhooks-failing", isSevere: false, sinceMs: hourMs, webhooks: [a, b] },
  ]);
  expect(judgeUnalarming({ ...quiet, webhooks }).webhooks).toEqual([c]);
});

describe("failed requests", () => {
  const failures = (
    thisHour: [count: number, requests: number],
    lastHour: [count: number, requests: number],
    usual: [failures: number, requests: number, hours?: number] = [0, 0],
  ) =>
    judge({
      failures: {
        thisHour: { count: thisHour[0], requests: thisHour[1] },
        lastHour: { count: lastHour[0], requests: lastHour[1] },
      },
      usual: { failures: usual[0], requests: usual[1], hours: usual[2] ?? 168 },
    });

  test("raise no alarm below 20 in an hour", () => {
    expect(failures([1, 1], [0, 0])).toEqual([]);
    expect(failures([19, 19], [19, 19])).toEqual([]);
    expect(failures([20, 20], [0, 0])).toHaveLength(1);
  });

  test("raise an alarm from three times the usual number per hour", () => {
    const usual: [number, number] = [1_680, 16_800];
    expect(failures([29, 100], [0, 0], usual)).toEqual([]);
    expect(failures([30, 100], [0, 0], usual)).toEqual([
      {
        kind: "failure-rate",
        isSevere: false,
        sinceMs: hourMs,
        failures: 30,
        top: null,
        usualFailures: 10,
        fromMs: hourMs,
      },
    ]);
  });

  test("raise no alarm when sign-ins grow with them", () => {
    expect(failures([100, 1_000], [0, 0], [1_680, 16_800])).toEqual([]);
  });

  test("count from the full hour before, and keep its number once this hour is quiet", () => {
    const both = failures([50, 50], [60, 60]);
    expect(both).toMatchObject([
      { sinceMs: hourMs - lifetimes.hourMs, failures: 50, fromMs: hourMs },
    ]);
    const before = failures([2, 50], [60, 60]);
    expect(before).toMatchObject([
      { sinceMs: hourMs - lifetimes.hourMs, failures: 60, fromMs: hourMs - lifetimes.hourMs },
    ]);
  });

  test("began with the first failure of their most frequent reason", () => {
    const top = (reason: string, atMs: number) => ({
      reason,
      count: 40,
      firstId: smallestIdAt(atMs),
      origin: null,
    });
    const sinceMs = hourMs - 7 * 60_000;
    const figures = (lastHour: number): Partial<AlarmFigures> => ({
      failures: {
        thisHour: { count: 50, requests: 50 },
        lastHour: { count: lastHour, requests: 60 },
      },
      topReasons: {
        thisHour: top("InvalidToken", hourMs + 1_000),
        lastHour: top("BadRequest", sinceMs),
      },
    });
    const shown = { reason: "InvalidToken", count: 40, origin: null };
    expect(judge(figures(60))).toMatchObject([{ sinceMs, top: shown }]);
    expect(judge(figures(10))).toMatchObject([{ sinceMs: hourMs + 1_000, top: shown }]);
    const topReasons = {
      thisHour: top("BadRequest", hourMs + 1_000),
      lastHour: top("BadRequest", sinceMs),
    };
    expect(judge({ ...figures(10), topReasons })).toMatchObject([{ sinceMs }]);
    const usual = { failures: 4 * 168, requests: 16_800, hours: 168 };
    expect(judge({ ...figures(10), topReasons, usual })).toMatchObject([
      { sinceMs: hourMs + 1_000 },
    ]);
  });

  test("are compared with the hours that the tenancy exists", () => {
    expect(failures([29, 29], [0, 0], [10, 10, 1])).toEqual([]);
    expect(failures([29, 29], [0, 0], [9, 29, 1])).toHaveLength(1);
  });
});

describe("failures without an alarm", () => {
  const hours = (thisHour: number, lastHour: number, requests = 1_000) => ({
    thisHour: { count: thisHour, requests },
    lastHour: { count: lastHour, requests },
  });

  test("are counted over this hour and the one before, with the number that raises an alarm", () => {
    const usual = { failures: 1_697, requests: 16_800, hours: 168 };
    expect(judgeUnalarming({ ...quiet, usual, failures: hours(4, 30) }).requests).toEqual({
      failed: 34,
      fromMs: hourMs - lifetimes.hourMs,
      toMs: hourMs + lifetimes.hourMs,
      threshold: 31,
    });
    expect(judgeUnalarming({ ...quiet, failures: hours(1, 0) }).requests?.threshold).toBe(20);
  });

  test("have no threshold when their share of the requests is usual", () => {
    const usual = { failures: 168, requests: 1_680, hours: 168 };
    const { requests } = judgeUnalarming({ ...quiet, usual, failures: hours(30, 0) });
    expect(requests).toMatchObject({ failed: 30, threshold: null });
  });

  test("are none when there are none, or when they raise the alarm", () => {
    expect(judgeUnalarming(quiet)).toEqual({ requests: null, emails: null, webhooks: [] });
    expect(judgeUnalarming({ ...quiet, failures: hours(30, 0) }).requests).toBeNull();
  });
});

test("outdated FIDO Metadata raises an alarm from the day after the update was due", () => {
  expect(judge({ metadataOutdatedAt: new Date(hourMs) })).toEqual([
    { kind: "metadata-outdated", isSevere: false, sinceMs: hourMs },
  ]);
});

test("severe alarms come first", () => {
  const alarms = judge({
    codes: { used: 80, ceiling: 100 },
    visitorCodes: { used: 50, ceiling: 50 },
  });
  expect(alarms.map(({ kind }) => kind)).toEqual(["visitor-ceiling", "code-ceiling"]);
});
