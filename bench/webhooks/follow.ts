import { setTimeout as pause } from "node:timers/promises";
import { createSend } from "@/bench/load";

const retryMs = 200;

/**
 * Follows a feed from its newest event, as the guide for backends says.
 * @returns what stops it
 */
export async function startFollower(
  port: number,
  tenancyId: string,
  apiKey: string,
): Promise<() => Promise<void>> {
  const send = createSend(port, 1);
  const read = async (query: Record<string, string>) => {
    const { body } = await send({
      method: "GET",
      path: `/v2/${tenancyId}/events?${new URLSearchParams(query)}`,
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return body as { feed: string; last: number };
  };
  let { feed, last } = await read({ after: "newest" });
  let isStopped = false;
  const following = (async () => {
    while (!isStopped) {
      try {
        const position = { feed, after: String(last), limit: "1000", wait: "1" };
        ({ feed, last } = await read(position));
      } catch (error) {
        // As the guide says: the same position again.
        process.stderr.write(`follower: ${String(error)}\n`);
        await pause(retryMs);
      }
    }
  })();
  return async () => {
    isStopped = true;
    await following;
    send.close();
  };
}
