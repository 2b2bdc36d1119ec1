import { z } from "zod";
import type { Events, ListEvents } from "@/lib/contract/event";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { auditActions } from "@/lib/domain/record/audit/audit-actions";
import { ServiceError } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";
import { lifetimes, limits } from "@/lib/limits";
import { readEvents } from "./read-events";

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

/** Runs work when it is the turn of the tenancy. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** @throws BadRequest for a name that is no type of event */
function requireTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !(auditActions as readonly string[]).includes(type));
  if (unknown === undefined) return;
  const similar = findSimilarName(unknown, auditActions);
  const message =
    similar === undefined
      ? "has a name that is no type of event; /schemas/events.json lists the types"
      : `has an unknown type of event; did you mean ${similar}?`;
  throw new ServiceError("@error/BadRequest", { issues: [{ path: "types", message }] });
}

/**
 * Returns the events after a number. Without one, it waits for the next up to `wait` seconds; not if
 * too many requests wait. Waits outside the turns of the tenancy.
 * @throws BadRequest for an unknown type · FeedReset and Forbidden like `readEvents`
 */
export async function followEvents(
  ctx: TenancyContext,
  { wait, ...position }: ListEvents,
  inTurn: InTurn,
): Promise<Events> {
  requireTypes(position.types ?? []);
  const endsAt = ctx.clock.now() + wait * 1_000;
  for (let { after } = position; ;) {
    const page = await inTurn(() => readEvents(ctx, { ...position, after }));
    const isDone = page.records.length > 0 || position.after === "newest";
    const waitMs = endsAt - ctx.clock.now();
    if (isDone || !(await ctx.followers.wait(ctx.tenancy.id, page.last, waitMs))) return page;
    after = page.last;
  }
}
