import type { TenancyContext } from "@/lib/domain/base/context";
import { isGuessed } from "./confirmed-query";

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
