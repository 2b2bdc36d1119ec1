import { expect, test } from "vitest";
import { isUnavailable } from "./database";
import { createTurns } from "./turns";

const patient = { maxConcurrent: 2, maxWaiting: 100, maxWaitMs: 60_000 };

/** Work that goes on until it is told to end. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      started.push(name);
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)));
    });
  return { started, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

/** A turn of the event loop. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

test("runs up to the limit per key, the rest in order, and other keys immediately", async () => {
  const take = createTurns(patient);
  const { started, work, end } = createWork();
  const calls = ["a1", "a2", "a3", "a4"].map((name) => take("a", work(name)));
  const other = take("b", work("b1"));
  expect(started).toEqual(["a1", "a2", "b1"]);
  end("a2");
  await calls[1];
  await nextTurn();
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  end("a1", new Error("failed"));
  await expect(calls[0]).rejects.toThrow("failed");
  await nextTurn();
  expect(started.at(-1)).toBe("a4");
  for (const name of ["a3", "a4", "b1"]) end(name);
  expect(await Promise.all([calls[2], calls[3], other])).toEqual(["a3", "a4", "b1"]);
});

test("rejects a call that waits too long or behind too many, without running its work", async () => {
  const take = createTurns({ maxConcurrent: 1, maxWaiting: 1, maxWaitMs: 1 });
  const { started, work, end } = createWork();
  const running = take("a", work("running"));
  const late = take("a", work("late")).catch((error: unknown) => error);
  const crowded = take("a", work("crowded")).catch((error: unknown) => error);
  expect([await late, await crowded].map(isUnavailable)).toEqual([true, true]);
  const patientOne = take("a", work("patient"), 60_000);
  end("running");
  await running;
  await nextTurn();
  end("patient");
  expect(await patientOne).toBe("patient");
  expect(started).toEqual(["running", "patient"]);
});

test("releases the turn if work throws synchronously", async () => {
  const take = createTurns({ ...patient, maxConcurrent: 1 });
  const broken = take("a", () => {
    throw new Error("at once");
  });
  const next = take("a", () => Promise.resolve("next"));
  await expect(broken).rejects.toThrow("at once");
  expect(await next).toBe("next");
});

test("yields to the event loop between turns", async () => {
  const take = createTurns({ ...patient, maxConcurrent: 1 });
  const order: string[] = [];
  const calls = ["a1", "a2", "a3"].map((name) => take("a", async () => void order.push(name)));
  setImmediate(() => order.push("other"));
  await Promise.all(calls);
  expect(order).toEqual(["a1", "other", "a2", "a3"]);
});

test("keys take turns when a slot of the total becomes free", async () => {
  const take = createTurns({ ...patient, maxConcurrent: 2, maxTotal: 2 });
  const { started, work, end } = createWork();
  const names = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"];
  const calls = names.map((name) => take(name.charAt(0), work(name)));
  expect(started).toEqual(["a1", "a2"]);
  for (const [ended, next] of [
    ["a1", "b1"],
    ["a2", "c1"],
    ["b1", "a3"],
    ["c1", "b2"],
    ["a3", "a4"],
  ] as const) {
    end(ended);
    await calls[names.indexOf(ended)];
    await nextTurn();
    expect(started.at(-1)).toBe(next);
  }
  for (const name of ["b2", "a4"]) end(name);
  expect(await Promise.all(calls)).toEqual(names);
});

test("a call that waited too long for the total leaves its turn to others", async () => {
  const take = createTurns({ ...patient, maxConcurrent: 1, maxTotal: 1 });
  const { started, work, end } = createWork();
  const running = take("a", work("a"));
  await expect(take("b", work("b"), 1)).rejects.toThrow("waited too long");
  const last = take("c", work("c"));
  end("a");
  await running;
  await nextTurn();
  expect(started).toEqual(["a", "c"]);
  end("c");
  expect(await last).toBe("c");
});
