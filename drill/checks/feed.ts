import type { Journal } from "@/drill/journal";
import type { Followed } from "@/drill/webhooks/follow-feed";
import type { NumberedEvent, StoredFeed } from "@/drill/webhooks/stored-feed";
import { type Check, check } from "./check";

/** The numbers of the events of each request. */
function numbersByRequest(events: NumberedEvent[]): Map<string, number[]> {
  const numbers = new Map<string, number[]>();
  for (const { requestId, number } of events)
    if (requestId !== null) numbers.set(requestId, [...(numbers.get(requestId) ?? []), number]);
  return numbers;
}

/** Checks that the feed has every event once, and that a follower got exactly that. */
export function checkFeed(
  { managed }: Journal,
  { events, unnumbered }: StoredFeed,
  { numbers, ids, feeds }: Followed,
): Check[] {
  const byRequest = numbersByRequest(events);
  const longest = Math.max(events.length, numbers.length);
  return [
    check("every audit event has a number", [unnumbered], (count) =>
      count === 0 ? undefined : `${count} have none`,
    ),
    check("numbers have no gaps", events.entries(), ([index, { number }]) =>
      number === index + 1 ? undefined : `${number} instead of ${index + 1}`,
    ),
    check(
      "a follower gets every number once, in order",
      Array.from({ length: longest }, (_, index) => index),
      (index) =>
        numbers[index] === index + 1 && ids[index] === events[index]?.id
          ? undefined
          : `${numbers[index]} instead of ${index + 1}`,
    ),
    check("the feed keeps its name", [feeds], ({ size }) =>
      size === 1 ? undefined : `${size} names`,
    ),
    check(
      "acknowledged changes of a user are numbered in their order",
      managed,
      ({ userId, requestIds }) => {
        const ofUser = requestIds.map((requestId) => byRequest.get(requestId) ?? []);
        const isComplete = ofUser.every((each) => each.length > 0);
        const flat = ofUser.flat();
        const isInOrder = flat.every((number, index) => number > (flat[index - 1] ?? 0));
        return isComplete && isInOrder ? undefined : `${userId}: ${JSON.stringify(ofUser)}`;
      },
    ),
  ];
}
