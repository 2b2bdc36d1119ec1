import { setTimeout as pause } from "node:timers/promises";
import type { Send } from "@/drill/client";

/** Shorter than the client's timeout. */
const waitSeconds = 5;
const retryMs = 200;

/** What a follower got, in the order in which it arrived. */
export interface Followed {
  numbers: number[];
  /** The ids of the events, in the same order. */
  ids: string[];
  /** Names of the feed. More than one means that followers have to start again. */
  feeds: Set<string>;
}

export interface Follower extends Followed {
  /** Resolves once it has read up to a number. */
  reach(number: number): Promise<void>;
  stop(): Promise<void>;
}

/** Follows a feed from its first event, as the guide says, through the load balancer. */
export function followFeed(send: Send, tenancyId: string, apiKey: string): Follower {
  const followed: Followed = { numbers: [], ids: [], feeds: new Set() };
  let isStopped = false;
  let position: { feed?: string; after: string } = { after: "0" };

  async function readNext(): Promise<void> {
    const query = new URLSearchParams({ ...position, limit: "100", wait: String(waitSeconds) });
    const { status, body } = await send({
      kind: "events",
      method: "GET",
      path: `/v2/${tenancyId}/events?${query}`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    // The same position again, as after a restart of the follower.
    if (status !== 200) return pause(retryMs);
    const { feed, last, records } = body as {
      feed: string;
      last: number;
      records: { number: number; id: string }[];
    };
    followed.numbers.push(...records.map(({ number }) => number));
    followed.ids.push(...records.map(({ id }) => id));
    followed.feeds.add(feed);
    position = { feed, after: String(last) };
  }

  const following = (async () => {
    while (!isStopped) await readNext();
  })();
  return {
    ...followed,
    async reach(number) {
      while (Number(position.after) < number) await pause(retryMs);
    },
    async stop() {
      isStopped = true;
      await following;
    },
  };
}
