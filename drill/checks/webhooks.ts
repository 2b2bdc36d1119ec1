import { Webhook } from "standardwebhooks";
import type { Arrival } from "@/drill/webhooks/receiver";
import type { NumberedEvent, StoredFeed } from "@/drill/webhooks/stored-feed";
import { type DrillWebhook, wants } from "@/drill/webhooks/webhook";
import { type Check, check } from "./check";

/** A webhook and what arrived at it. */
export interface Received {
  webhook: DrillWebhook;
  arrivals: Arrival[];
}

interface Message {
  webhookId: string;
  number: number;
  sub: string | undefined;
}

const toMessage = ({ headers, body }: Arrival): Message => {
  const { number, sub } = JSON.parse(body) as { number: number; sub?: string };
  return { webhookId: headers["webhook-id"] ?? "", number, sub };
};

/** The events that a webhook must get: those of its types since its creation. */
export function eventsFor(webhook: DrillWebhook, { events }: StoredFeed): NumberedEvent[] {
  const since = events.find(
    ({ type, targetId }) => type === "webhook.created" && targetId === webhook.id,
  );
  return events.filter(
    ({ number, type }) => number >= (since?.number ?? 0) && wants(webhook, type),
  );
}

/** How many requests repeated an event that had arrived already. */
export const countRepeats = ({ arrivals }: Received): number =>
  arrivals.length - new Set(arrivals.map((each) => toMessage(each).number)).size;

/** Returns the arrivals of events about a user after a later one about them, without repeats. */
function findDisordered(messages: Message[]): Message[] {
  const seen = new Set<number>();
  const latest = new Map<string, number>();
  return messages.filter(({ number, sub }) => {
    if (sub === undefined || seen.has(number)) return false;
    seen.add(number);
    const before = latest.get(sub) ?? 0;
    latest.set(sub, Math.max(before, number));
    return number < before;
  });
}

/** Whether the signature is that of the public library for Standard Webhooks. */
function isSigned({ webhook: { secret } }: Received, { headers, body }: Arrival): boolean {
  const sentAt = new Date(Number(headers["webhook-timestamp"]) * 1_000);
  const expected = new Webhook(secret).sign(headers["webhook-id"] ?? "", sentAt, body);
  return headers["webhook-signature"] === expected;
}

/** Checks that no event is lost to a webhook, and that each arrives as promised. */
export function checkWebhooks(received: Received[], feed: StoredFeed, redirected: number): Check[] {
  const ids = new Map(feed.events.map(({ number, id }) => [number, id]));
  const types = new Map(feed.events.map(({ number, type }) => [number, type]));
  const each = received.map((one) => {
    const messages = one.arrivals.map(toMessage);
    return {
      ...one,
      messages,
      states: feed.deliveries.get(one.webhook.id) ?? new Map<number, string>(),
      expected: eventsFor(one.webhook, feed),
      arrived: new Set(messages.map(({ number }) => number)),
    };
  });
  const deliveries = each.flatMap(({ webhook, states, arrived }) =>
    [...states].map(([number, state]) => ({ webhook, number, state, arrived })),
  );
  const successful = each.filter(({ webhook }) =>
    ["ok", "huge", "mixed"].includes(webhook.behavior),
  );
  const shown = (webhook: DrillWebhook, number: number) => `${webhook.behavior}, event ${number}`;
  return [
    check(
      "every event of a webhook's types is a delivery",
      each.flatMap(({ expected, ...one }) => expected.map(({ number }) => ({ ...one, number }))),
      ({ webhook, states, number }) => (states.has(number) ? undefined : shown(webhook, number)),
    ),
    check("every delivery is of its webhook's types", deliveries, ({ webhook, number }) =>
      wants(webhook, types.get(number) ?? "") ? undefined : shown(webhook, number),
    ),
    check(
      "every sent event has arrived",
      deliveries.filter(({ state }) => state === "sent"),
      ({ webhook, number, arrived }) => (arrived.has(number) ? undefined : shown(webhook, number)),
    ),
    check(
      "webhooks that answer 200 get every event",
      successful.flatMap(({ expected, ...one }) =>
        expected.map(({ number }) => ({ ...one, number })),
      ),
      ({ webhook, states, arrived, number }) =>
        states.get(number) === "sent" && arrived.has(number)
          ? undefined
          : `${shown(webhook, number)}: ${states.get(number)}`,
    ),
    check("every webhook is called", each, ({ webhook, messages }) =>
      messages.length > 0 ? undefined : webhook.behavior,
    ),
    check(
      "events about a user arrive in order",
      each.flatMap(({ webhook, messages }) => {
        const disordered = new Set(findDisordered(messages));
        return messages.map((message) => ({ webhook, message, isLate: disordered.has(message) }));
      }),
      ({ webhook, message, isLate }) => (isLate ? shown(webhook, message.number) : undefined),
    ),
    check(
      "every arrival, also a repeat, has the event's id as webhook-id",
      each.flatMap(({ webhook, messages }) => messages.map((message) => ({ webhook, message }))),
      ({ webhook, message: { number, webhookId } }) =>
        ids.get(number) === webhookId ? undefined : `${shown(webhook, number)}: ${webhookId}`,
    ),
    check(
      "every arrival is signed with its webhook's secret",
      each.flatMap((one) => one.arrivals.map((arrival) => ({ one, arrival }))),
      ({ one, arrival }) => (isSigned(one, arrival) ? undefined : one.webhook.behavior),
    ),
    check("no redirect is followed", [redirected], (count) =>
      count === 0 ? undefined : `${count} times`,
    ),
  ];
}
