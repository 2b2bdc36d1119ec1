import type { TenancyContext } from "./context";

/**
 * Names the queue of calls that may share a statement: those of one caller, with the same settings of
 * the tenancy. Cached callers have their own queues, because their statement checks more.
 */
export const batchKey = ({ tenancy, actor, guess }: TenancyContext): string =>
  [
    tenancy.id,
    tenancy.version,
    guess === undefined ? "read" : "cached",
    JSON.stringify(actor),
  ].join(" ");
