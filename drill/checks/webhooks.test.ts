import { expect, test } from "vitest";
import type { Behavior } from "@/drill/webhooks/behaviors";
import type { Arrival } from "@/drill/webhooks/receiver";
import type { NumberedEvent, StoredFeed } from "@/drill/webhooks/stored-feed";
import type { DrillWebhook } from "@/drill/webhooks/webhook";
import { signDelivery } from "@/lib/domain/event/webhook/sign-delivery";
import { hasPassed } from "./check";
import { checkWebhooks, countRepeats } from "./webhooks";

const webhook: DrillWebhook = {
  behavior: "ok",
  id: "w1",
  secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}`,
  types: undefined,
};

const event = (number: number, type: string): NumberedEvent => ({
  number,
  id: `e${number}`,
  type,
  sub: "ada",
  targetId: number === 2 ? "w1" : "ada",
  requestId: null,
});

/** The webhook is created by event 2, and doesn't want event 4. */
const events = [
  event(1, "user.created"),
  event(2, "webhook.created"),
  event(3, "user.disabled"),
  event(4, "passkey.authenticated"),
  event(5, "user.enabled"),
];

function arrival(number: number, { id = `e${number}`, secret = webhook.secret } = {}): Arrival {
  const body = JSON.stringify({ number, sub: "ada" });
  return { headers: signDelivery({ id, sentAtMs: 1_000_000, body }, [secret]), body };
}

function failed(
  arrivals: Arrival[],
  states: [number, "queued" | "sent" | "dead"][],
  { behavior = "ok", redirected = 0 }: { behavior?: Behavior; redirected?: number } = {},
) {
  const feed: StoredFeed = {
    events,
    unnumbered: 0,
    deliveries: new Map([["w1", new Map(states)]]),
  };
  const received = [{ webhook: { ...webhook, behavior }, arrivals }];
  return checkWebhooks(received, feed, redirected)
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);
}

const all = [arrival(2), arrival(3), arrival(5)];
const sent: [number, "sent"][] = [
  [2, "sent"],
  [3, "sent"],
  [5, "sent"],
];
const [lost, unwanted, unsent, ungot, uncalled, disordered, misnamed, unsigned, followed] = [
  "every event of a webhook's types is a delivery",
  "every delivery is of its webhook's types",
  "every sent event has arrived",
  "webhooks that answer 200 get every event",
  "every webhook is called",
  "events about a user arrive in order",
  "every arrival, also a repeat, has the event's id as webhook-id",
  "every arrival is signed with its webhook's secret",
  "no redirect is followed",
];

test("a webhook that got every event passes, also with repeats", () => {
  expect(failed(all, sent)).toEqual([]);
  const repeated = [...all, arrival(3)];
  expect(failed(repeated, sent)).toEqual([]);
  expect(countRepeats({ webhook, arrivals: repeated })).toBe(1);
});

test("a lost event, and one of other types, fail", () => {
  expect(failed(all.slice(0, 2), sent.slice(0, 2))).toEqual([lost, ungot]);
  expect(failed([...all, arrival(4)], [...sent, [4, "queued"]])).toEqual([unwanted, disordered]);
});

test("an event that was sent without arriving fails", () => {
  expect(failed(all.slice(0, 2), sent)).toEqual([unsent, ungot]);
});

test("an event that is queued or dead is lost only to a webhook that answers 200", () => {
  for (const state of ["queued", "dead"] as const) {
    const states: [number, "sent" | "queued" | "dead"][] = [...sent.slice(0, 2), [5, state]];
    expect(failed(all, states)).toEqual([ungot]);
    expect(failed(all, states, { behavior: "failing" })).toEqual([]);
  }
});

test("a webhook without a request fails", () => {
  const states = sent.map(([number]): [number, "queued"] => [number, "queued"]);
  expect(failed([], states, { behavior: "silent" })).toEqual([uncalled]);
});

test("a later event about the same user must not arrive first", () => {
  expect(failed([arrival(2), arrival(5), arrival(3)], sent)).toEqual([disordered]);
});

test("another id, another secret and a redirect fail", () => {
  expect(failed([...all, arrival(3, { id: "other" })], sent)).toEqual([misnamed]);
  const secret = `whsec_${Buffer.alloc(32, 2).toString("base64")}`;
  expect(failed([...all, arrival(3, { secret })], sent)).toEqual([unsigned]);
  expect(failed(all, sent, { redirected: 1 })).toEqual([followed]);
});
