import { expect, test } from "vitest";
import { createJournal } from "@/drill/journal";
import type { Followed } from "@/drill/webhooks/follow-feed";
import type { NumberedEvent } from "@/drill/webhooks/stored-feed";
import { hasPassed } from "./check";
import { checkFeed } from "./feed";

const event = (number: number, requestId: string | null = null): NumberedEvent => ({
  number,
  id: `e${number}`,
  type: "user.created",
  sub: "ada",
  targetId: "ada",
  requestId,
});

const allOf = (events: NumberedEvent[]): Followed => ({
  numbers: events.map(({ number }) => number),
  ids: events.map(({ id }) => id),
  feeds: new Set(["feed"]),
});

function failed(
  events: NumberedEvent[],
  { followed = allOf(events), unnumbered = 0, requestIds = [] as string[] } = {},
) {
  const journal = { ...createJournal(), managed: [{ userId: "ada", requestIds }] };
  return checkFeed(journal, { events, unnumbered, deliveries: new Map() }, followed)
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);
}

const follower = "a follower gets every number once, in order";

test("a follower that got every number passes", () => {
  expect(failed([event(1), event(2), event(3)])).toEqual([]);
});

test("an event without a number, and a gap, fail", () => {
  expect(failed([event(1)], { unnumbered: 1 })).toEqual(["every audit event has a number"]);
  expect(failed([event(1), event(3)])).toEqual(["numbers have no gaps", follower]);
});

test.each([
  ["misses one", [1, 3]],
  ["misses the last", [1, 2]],
  ["gets one twice", [1, 2, 2, 3]],
  ["gets them in another order", [2, 1, 3]],
  ["gets one that is not stored", [1, 2, 3, 4]],
])("a follower that %s fails", (_name, numbers) => {
  const followed = allOf(numbers.map((number) => event(number)));
  expect(failed([event(1), event(2), event(3)], { followed })).toEqual([follower]);
});

test("a number that later belongs to another event, and a new feed, fail", () => {
  const events = [event(1)];
  expect(failed(events, { followed: { ...allOf(events), ids: ["other"] } })).toEqual([follower]);
  const feeds = new Set(["feed", "other"]);
  expect(failed(events, { followed: { ...allOf(events), feeds } })).toEqual([
    "the feed keeps its name",
  ]);
});

test("acknowledged changes have ascending numbers", () => {
  const name = "acknowledged changes of a user are numbered in their order";
  const events = [event(1, "r1"), event(2, "r2")];
  expect(failed(events, { requestIds: ["r1", "r2"] })).toEqual([]);
  expect(failed(events, { requestIds: ["r2", "r1"] })).toEqual([name]);
  expect(failed(events, { requestIds: ["r1", "lost"] })).toEqual([name]);
});
