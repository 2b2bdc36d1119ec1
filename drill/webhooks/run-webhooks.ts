import { setTimeout as pause } from "node:timers/promises";
import type { Check } from "@/drill/checks/check";
import { checkFeed } from "@/drill/checks/feed";
import { checkWebhooks, type Received } from "@/drill/checks/webhooks";
import type { Send } from "@/drill/client";
import type { Journal } from "@/drill/journal";
import { type Load, startLoad } from "@/drill/load/load";
import { manageUser } from "@/drill/load/manage-user";
import { webhookTable, write } from "@/drill/report";
import type { System } from "@/drill/system";
import { until } from "@/testing/until";
import { createWebhooks } from "./create-webhooks";
import { followFeed } from "./follow-feed";
import { countQueued, readFeed, readProgress, retryNow } from "./stored-feed";

/** Each is five events about one user. */
const managedPerSecond = 5;
const managedAtOnce = 8;
const pollMs = 500;
/** For the events that are still missing when the last fault is over. */
const produceMs = 30 * 60_000;
const settleMs = 5 * 60_000;

/** The webhooks, the follower and the load that makes their events. */
export interface WebhookRun {
  /** Makes events until the feed has as many as wanted, and no more. */
  produce(eventCount: number): Promise<void>;
  /** Waits until the follower has every event, and every webhook that answers 200 has its own. */
  settle(): Promise<void>;
  /** Prints what arrived, and checks it. */
  check(journal: Journal): Promise<Check[]>;
}

/** Creates webhooks and a follower, and begins to change users. */
export async function startWebhooks(system: System, send: Send, load: Load): Promise<WebhookRun> {
  const { installation, database, webhookReceiver: receiver } = system;
  const { tenancyId } = installation;
  const { webhooks, apiKey } = await createWebhooks(system, receiver);
  const follower = followFeed(send, tenancyId, apiKey);
  const running = startLoad(managedPerSecond, () => manageUser(load, apiKey), managedAtOnce);
  const poll = (what: string, isDone: () => Promise<boolean>, timeoutMs: number) =>
    until(
      what,
      async () => {
        await pause(pollMs);
        return (await isDone()) ? true : null;
      },
      timeoutMs,
    ).catch((error: unknown) => write(String(error)));
  const progress = () => readProgress(database.url, tenancyId);
  const idsOf = (...behaviors: string[]) =>
    webhooks.filter(({ behavior }) => behaviors.includes(behavior)).map(({ id }) => id);

  return {
    async produce(eventCount) {
      const isEnough = async () => (await progress()).newest >= eventCount;
      await poll(`${eventCount} events`, isEnough, produceMs);
      await running.stop();
    },
    async settle() {
      await poll(
        "every event has a number",
        async () => (await progress()).unnumbered === 0,
        settleMs,
      );
      await follower.reach((await progress()).newest);
      await follower.stop();
      receiver.heal("mixed");
      const isDelivered = async () => {
        for (const id of idsOf("mixed")) await retryNow(database.url, id);
        return (await countQueued(database.url, idsOf("ok", "huge", "mixed"))) === 0;
      };
      await poll("webhooks that answer 200 have their events", isDelivered, settleMs);
    },
    async check(journal) {
      const feed = await readFeed(database.url, tenancyId);
      const received: Received[] = webhooks.map((webhook) => ({
        webhook,
        arrivals: receiver.arrivalsOf(webhook.behavior),
      }));
      write(webhookTable(received, feed));
      return [
        ...checkFeed(journal, feed, follower),
        ...checkWebhooks(received, feed, receiver.redirected()),
      ];
    },
  };
}
