import { expect, test } from "vitest";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { countUnalarmingEmails, judgeDeliveries } from "./judge-alarms";

const outcomes = { a: "accepted", r: "retrying", x: "refused", e: "expired" } as const;
const startMs = 1_700_000_000_000;

/** One letter of `outcomes` per email, oldest first and a second apart, and repeated if a number follows. */
function emails(letters: string) {
  const all = letters.replace(/([arxe])(\d+)/g, (_match, letter: string, count: string) =>
    letter.repeat(Number(count)),
  );
  const newestFirst = [...all]
    .map((letter, index) => ({
      id: smallestIdAt(startMs + index * 1_000),
      outcome: outcomes[letter as keyof typeof outcomes],
    }))
    .reverse();
  return {
    deliveries: {
      outcomes: newestFirst.map(({ outcome }) => outcome),
      lastAnswer: "451",
      failedIds: newestFirst.flatMap(({ id, outcome }) => (outcome === "accepted" ? [] : [id])),
    },
    late: { emails: 0, oldestDueAt: null },
  };
}

const judge = (letters: string) => judgeDeliveries(emails(letters))[0];
/** Severity, start as the number of the email, and emails tried since. */
function outage(letters: string) {
  const alarm = judge(letters);
  if (alarm?.kind !== "deliveries-failing") return null;
  return [alarm.isSevere ? "severe" : "some", (alarm.sinceMs - startMs) / 1_000, alarm.tried];
}

test("three failed emails raise an alarm, with their outcomes", () => {
  expect(judge("")).toBeUndefined();
  expect(judge("rr")).toBeUndefined();
  expect(judge("aarxe")).toEqual({
    kind: "deliveries-failing",
    isSevere: true,
    sinceMs: startMs + 2_000,
    answer: "451",
    tried: 3,
    retrying: 1,
    refused: 1,
    expired: 1,
  });
});

test.each([
  ["a hundred accepted emails", "a100r3", ["severe", 100, 3]],
  ["a mistyped address and a hundred accepted emails", "xa100r5", ["severe", 101, 5]],
  ["an outage that was over long ago", "r5a60r3", ["severe", 65, 3]],
  ["an old refusal and some accepted emails", "xa29r30", ["severe", 30, 30]],
  ["two refusals and some accepted emails", "xaxa20r30", ["severe", 23, 30]],
])("what was accepted before doesn’t hide an outage: %s", (_case, letters, expected) => {
  expect(outage(letters)).toEqual(expected);
});

test("emails accepted during an outage lower its severity, then end it", () => {
  expect(outage("rrraxax")).toEqual(["severe", 0, 7]);
  expect(outage("raarara")).toEqual(["some", 0, 7]);
  expect(outage("ra9ra4x")).toEqual(null);
  expect(outage("rrraa")).toEqual(["severe", 0, 5]);
  expect(outage("rrraaa")).toBeNull();
  expect(outage("r30a9")?.[0]).toBe("severe");
  expect(outage("r30a10")).toBeNull();
});

test("late emails raise an alarm that began when the oldest was due", () => {
  const late = { emails: 1, oldestDueAt: new Date(startMs) };
  expect(judgeDeliveries({ ...emails("r3"), late }).map(({ kind }) => kind)).toEqual([
    "deliveries-failing",
    "deliveries-late",
  ]);
  expect(judgeDeliveries({ ...emails("a3"), late })).toEqual([
    { kind: "deliveries-late", isSevere: true, sinceMs: startMs, emails: 1 },
  ]);
});

test("failed emails that raise no alarm are counted", () => {
  expect(countUnalarmingEmails(emails("a3"))).toBeNull();
  expect(countUnalarmingEmails(emails("r3"))).toBeNull();
  expect(countUnalarmingEmails(emails("a3rx"))).toEqual({
    tried: 5,
    retrying: 1,
    refused: 1,
    expired: 0,
  });
});
