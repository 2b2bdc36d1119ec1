import type { Events, ListEvents } from "@/lib/contract/event";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { findSimilarName } from "@/lib/find-similar-name";
import { eventTypes } from "./event-types";
import { readEvents } from "./read-events";

/** Runs work when it is the turn of the tenancy. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** @throws BadRequest for a name that is no type of event */
function requireTypes(types: readonly string[]): void {
  const unknown = types.find((type) => !(eventTypes as readonly string[]).includes(type));
  if (unknown === undefined) return;
  const similar = findSimilarName(unknown, eventTypes);
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
