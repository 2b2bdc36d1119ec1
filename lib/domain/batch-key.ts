import { isGuessed } from "./confirmed-query";
import type { TenancyContext } from "./context";

/**
 * Names the queue of calls that may share a statement: those of one caller, with the same settings of
 * the tenancy. Guessed callers have their own queues, because their statement checks more.
 */
export const batchKey = (ctx: TenancyContext): string =>
  [
    ctx.tenancy.id,
    ctx.tenancy.version,
    isGuessed(ctx) ? "guessed" : "certain",
    JSON.stringify(ctx.actor),
  ].join(" ");
