import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { every, runOrLog } from "./every";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work runs at intervals, and at once if asked to", async () => {
  const work = vi.fn(() => Promise.resolve());
  const stop = every(1_000, work);
  const stopOther = every(1_000, work, { isAtOnce: true });
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(work).toHaveBeenCalledTimes(5);
  await Promise.all([stop(), stopOther()]);
});

test("work never runs twice at the same time, and stopping waits for it", async () => {
  let end: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (end = resolve));
  const signals: AbortSignal[] = [];
  const stop = every(1_000, (signal) => {
    signals.push(signal);
    return work;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  let isStopped = false;
  const stopped = stop().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(5_000);
  expect([signals.length, signals[0]?.aborted, isStopped]).toEqual([1, true, false]);
  end();
  await stopped;
});

test("a failure is logged by its name only", async () => {
  const warn = vi.fn();
  const failure = { event: "alarm.check_failed", doing: "checking alarms" };
  expect(await runOrLog({ warn }, failure, () => Promise.resolve(1))).toBe(1);
  expect(warn).not.toHaveBeenCalled();
  const failed = () => Promise.reject(new TypeError("a password"));
  expect(await runOrLog({ warn }, failure, failed)).toBeUndefined();
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { event: "alarm.check_failed", error: "TypeError" },
    "checking alarms failed; will retry",
  );
});
