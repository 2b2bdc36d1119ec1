import { createSend } from "@/bench/load";

interface Followed {
  /** `GET events` so far. */
  requests: number;
  events: number;
}

/**
 * Follows a feed from its newest event, as the guide for backends says.
 * @returns what stops it, and counts what it got
 */
export async function startFollower(
  port: number,
  tenancyId: string,
  apiKey: string,
): Promise<() => Promise<Followed>> {
  const send = createSend(port, 1);
  const read = async (query: Record<string, string>) => {
    const { body } = await send({
      method: "GET",
      path: `/v2/${tenancyId}/events?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return body as { feed: string; last: number; records: unknown[] };
  };
  const followed: Followed = { requests: 0, events: 0 };
  let { feed, last } = await read({ after: "newest" });
  let isStopped = false;
  const following = (async () => {
    while (!isStopped) {
      const page = await read({ feed, after: String(last), limit: "1000", wait: "1" });
      ({ feed, last } = page);
      followed.requests++;
      followed.events += page.records.length;
    }
  })();
  return async () => {
    isStopped = true;
    await following;
    send.close();
    return followed;
  };
}
