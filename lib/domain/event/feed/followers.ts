import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { lifetimes, limits } from "@/lib/limits";

/** The requests of this process that wait for an event. They hold neither a turn nor a connection. */
export interface Followers {
  /**
   * Waits until the tenancy has an event after a number.
   * @returns false without one: after `ms`, and at once if too many requests wait or the process stops
   */
  wait(tenancyId: string, after: number, ms: number): Promise<boolean>;
  /** Ends all waits. */
  stop(): void;
}

interface Follower {
  after: number;
  end: (hasEvent: boolean) => void;
}

const Row = z.object({ tenancyId: z.string(), newest: z.coerce.number() });

interface FollowersService extends Pick<Service, "log"> {
  db: Pick<Service["db"], "query">;
}

/** @param readEveryMs how often one statement looks for the followed tenancies' new events */
export function createFollowers(
  getService: () => FollowersService,
  { readEveryMs }: { readEveryMs: number } = { readEveryMs: lifetimes.feedReadEveryMs },
): Followers {
  const byTenancy = new Map<string, Set<Follower>>();
  let waiting = 0;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;

  async function wakeThoseWithEvents(): Promise<void> {
    // Raw: reads one entry of an index per tenancy.
    const rows = await getService().db.query(Row)`
      SELECT t."tenancyId", newest."number" AS "newest"
      FROM unnest(${[...byTenancy.keys()]}::text[]) AS t("tenancyId") CROSS JOIN LATERAL (
        SELECT f."number" FROM "FeedEvent" f WHERE f."tenancyId" = t."tenancyId" COLLATE "C"
        ORDER BY f."number" DESC LIMIT 1) newest`;
    for (const { tenancyId, newest } of rows)
      for (const { after, end } of [...(byTenancy.get(tenancyId) ?? [])])
        if (newest > after) end(true);
  }

  async function read(): Promise<void> {
    try {
      await wakeThoseWithEvents();
    } catch (error) {
      getService().log.warn(
        { event: "feed.read_failed", error: error instanceof Error ? error.name : "unknown" },
        "looking for new events failed; will retry",
      );
    }
    timer = undefined;
    readSoon();
  }

  function readSoon(): void {
    if (waiting > 0 && !isStopped) timer ??= setTimeout(() => void read(), readEveryMs);
  }

  return {
    wait(tenancyId, after, ms) {
      const followers = byTenancy.get(tenancyId) ?? new Set<Follower>();
      const isFull =
        followers.size >= limits.feed.followersPerTenancy || waiting >= limits.feed.followers;
      if (isStopped || isFull || ms <= 0) return Promise.resolve(false);
      byTenancy.set(tenancyId, followers);
      return new Promise((resolve) => {
        const follower: Follower = {
          after,
          end(hasEvent) {
            clearTimeout(timeout);
            followers.delete(follower);
            if (followers.size === 0) byTenancy.delete(tenancyId);
            waiting--;
            resolve(hasEvent);
          },
        };
        const timeout = setTimeout(follower.end, ms, false);
        followers.add(follower);
        waiting++;
        readSoon();
      });
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      for (const followers of [...byTenancy.values()])
        for (const { end } of [...followers]) end(false);
    },
  };
}
