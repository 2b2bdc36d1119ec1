import { setImmediate as nextTurn } from "node:timers/promises";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { type CoalesceRules, createCoalesce } from "./coalesce";

interface Call {
  id: number;
  thing?: string;
}

const oneByOne = { maxBatchSize: 10, maxConcurrent: 1, minQueued: 1 };

/** Rules whose batches end when the test says so, and what ran. */
function startRules(rules: Partial<CoalesceRules<Call, string>> = {}) {
  const begun: number[][] = [];
  const ends: (() => void)[] = [];
  const coalesce = createCoalesce();
  const all: CoalesceRules<Call, string> = {
    ...oneByOne,
    async run(calls) {
      begun.push(calls.map(({ id }) => id));
      await new Promise<void>((resolve) => ends.push(resolve));
      return calls.map(({ id }) => `did ${id}`);
    },
    ...rules,
  };
  const call = (id: number, thing?: string, queue = "q") =>
    coalesce(all, queue, thing === undefined ? { id } : { id, thing });
  const end = async () => {
    ends.shift()?.();
    await nextTurn();
    await nextTurn();
  };
  return { begun, call, end };
}

/** A refusal as PostgreSQL words it. */
function refusal(code: string): Error {
  const error = new pg.DatabaseError("refused", 1, "error");
  error.code = code;
  return error;
}

describe("calls that come at once", () => {
  test("are done together, each with its own answer", async () => {
    const { begun, call, end } = startRules();
    const answers = Promise.all([call(1), call(2), call(3)]);
    await nextTurn();
    await end();
    expect(await answers).toEqual(["did 1", "did 2", "did 3"]);
    expect(begun).toEqual([[1, 2, 3]]);
  });

  test("never join a batch that has begun", async () => {
    const { begun, call, end } = startRules();
    const first = call(1);
    await nextTurn();
    const later = Promise.all([call(2), call(3)]);
    await nextTurn();
    expect(begun).toEqual([[1]]);
    await end();
    expect(await first).toBe("did 1");
    expect(begun).toEqual([[1], [2, 3]]);
    await end();
    expect(await later).toEqual(["did 2", "did 3"]);
  });

  test("are no more in a batch than its rules say, the longest waiting first", async () => {
    const { begun, call, end } = startRules({ maxBatchSize: 2 });
    const answers = Promise.all([1, 2, 3, 4, 5].map((id) => call(id)));
    await nextTurn();
    for (let batch = 0; batch < 3; batch++) await end();
    await answers;
    expect(begun).toEqual([[1, 2], [3, 4], [5]]);
  });

  test("begin beside another batch where enough of them wait, as many batches as the rules say", async () => {
    const { begun, call, end } = startRules({ maxBatchSize: 2, maxConcurrent: 2, minQueued: 2 });
    const answers = [call(1)];
    await nextTurn();
    answers.push(call(2));
    await nextTurn();
    expect(begun).toEqual([[1]]);
    answers.push(call(3), call(4), call(5));
    await nextTurn();
    expect(begun).toEqual([[1], [2, 3]]);
    for (let batch = 0; batch < 3; batch++) await end();
    await Promise.all(answers);
    expect(begun).toEqual([[1], [2, 3], [4, 5]]);
  });

  test("begin before those of the last batch have their answers, which keep PostgreSQL waiting otherwise", async () => {
    const { begun, call, end } = startRules();
    const first = call(1).then(() => begun.length);
    await nextTurn();
    const second = call(2);
    await end();
    expect(await first).toBe(2);
    await end();
    await second;
  });

  test("with one conflict key never run at the same time, and do not delay others", async () => {
    const { begun, call, end } = startRules({
      maxConcurrent: 3,
      conflictKey: ({ thing }) => thing,
    });
    const answers = Promise.all([call(1, "a"), call(2, "a"), call(3, "b"), call(4, "a")]);
    await nextTurn();
    expect(begun).toEqual([[1, 3]]);
    for (let batch = 0; batch < 3; batch++) await end();
    expect(await answers).toEqual(["did 1", "did 2", "did 3", "did 4"]);
    expect(begun).toEqual([[1, 3], [2], [4]]);
  });

  test("of other queues and other rules are others' business", async () => {
    const one = startRules();
    const two = startRules();
    const answers = Promise.all([
      one.call(1, undefined, "p"),
      one.call(2, undefined, "q"),
      two.call(3, undefined, "p"),
    ]);
    await nextTurn();
    expect([one.begun, two.begun]).toEqual([[[1], [2]], [[3]]]);
    await one.end();
    await one.end();
    await two.end();
    expect(await answers).toEqual(["did 1", "did 2", "did 3"]);
  });
});

describe("a batch that fails", () => {
  const run = (outcome: (calls: Call[]) => Error | undefined) => {
    const tried: number[][] = [];
    const rules: CoalesceRules<Call, string> = {
      ...oneByOne,
      run: (calls) => {
        tried.push(calls.map(({ id }) => id));
        const failure = outcome(calls);
        return failure === undefined
          ? Promise.resolve(calls.map(({ id }) => `did ${id}`))
          : Promise.reject(failure);
      },
    };
    const coalesce = createCoalesce();
    return {
      tried,
      settled: Promise.allSettled([1, 2, 3].map((id) => coalesce(rules, "q", { id }))),
    };
  };

  test.each([
    ["data that it cannot take", "22P05"],
    ["a deadlock", "40P01"],
  ])("by %s is done one by one, and only the culprit fails", async (_name, code) => {
    const { tried, settled } = run((calls) =>
      calls.some(({ id }) => id === 2) ? refusal(code) : undefined,
    );
    expect(await settled).toMatchObject([
      { value: "did 1" },
      { status: "rejected", reason: { code } },
      { value: "did 3" },
    ]);
    expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test.each([
    ["a lost connection", new Error("Connection terminated unexpectedly")],
    ["a shutdown", refusal("57P01")],
    ["a fault of ours", new TypeError("x is undefined")],
  ])("by %s, which may have been done, is not tried again", async (_name, failure) => {
    const { tried, settled } = run(() => failure);
    expect(
      (await settled).map((one) =>
        one.status === "rejected" ? (one.reason as unknown) : undefined,
      ),
    ).toEqual([failure, failure, failure]);
    expect(tried).toEqual([[1, 2, 3]]);
  });

  test("is over: later calls are done", async () => {
    let isBroken = true;
    const coalesce = createCoalesce();
    const rules: CoalesceRules<Call, string> = {
      ...oneByOne,
      conflictKey: ({ id }) => id,
      run: () => (isBroken ? Promise.reject(new Error("broken")) : Promise.resolve(["did"])),
    };
    await expect(coalesce(rules, "q", { id: 1 })).rejects.toThrow("broken");
    isBroken = false;
    expect(await coalesce(rules, "q", { id: 1 })).toBe("did");
  });
});

test("a call that was left out is done by itself", async () => {
  const tried: number[][] = [];
  const rules: CoalesceRules<Call, string> = {
    ...oneByOne,
    run: (calls) => {
      tried.push(calls.map(({ id }) => id));
      return Promise.resolve(
        calls.map(({ id }) => (calls.length > 1 && id === 2 ? "deferred" : `did ${id}`)),
      );
    },
  };
  const coalesce = createCoalesce();
  expect(await Promise.all([1, 2, 3].map((id) => coalesce(rules, "q", { id })))).toEqual([
    "did 1",
    "did 2",
    "did 3",
  ]);
  expect(tried).toEqual([[1, 2, 3], [2]]);
});
