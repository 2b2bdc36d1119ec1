import { expect, test } from "vitest";
import { runOpenLoop } from "./open-loop";

/** A clock that moves only while the generator pauses. */
function createTime(lateMs = 0) {
  let nowMs = 1_000;
  return {
    now: () => nowMs,
    pause: (ms: number) => {
      nowMs += ms + lateMs;
      return Promise.resolve();
    },
  };
}

test("starts every task when it is due, although earlier ones have not ended", async () => {
  const time = createTime();
  const started: number[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await runOpenLoop(
    [10, 20, 30],
    (index) => {
      started.push(time.now());
      if (index === 2) release();
      return released;
    },
    { time },
  );
  expect(started).toEqual([1_010, 1_020, 1_030]);
});

test("counts latency from the due time, and states how late tasks started", async () => {
  const time = createTime(7);
  const times = await runOpenLoop([10, 12], () => Promise.resolve(), { time });
  expect(times).toEqual({ lags: [5, 7], latencies: [5, 7], failures: [] });
});

test("a stall of the generator delays no due time", async () => {
  const time = createTime();
  const stalled = async (index: number) => {
    if (index === 0) await time.pause(100);
  };
  const { lags } = await runOpenLoop([10, 20, 200], stalled, { time });
  expect(lags).toEqual([0, 0, 90]);
});

test("tasks of the warm-up run, but don't count", async () => {
  let runs = 0;
  const run = () => Promise.resolve(runs++);
  const times = await runOpenLoop([10, 20, 30], run, { warmUpMs: 20, time: createTime() });
  expect([runs, times.latencies.length, times.lags.length]).toEqual([3, 2, 2]);
});

test("a failed task stops nothing and has no latency", async () => {
  const run = (index: number) =>
    index === 0 ? Promise.reject(new Error("refused")) : Promise.resolve();
  const times = await runOpenLoop([10, 20], run, { time: createTime() });
  expect(times).toEqual({ latencies: [0], lags: [0], failures: ["refused"] });
});
